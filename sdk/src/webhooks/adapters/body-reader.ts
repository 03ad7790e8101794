/**
 * The bytes of a body in one piece. Of one that is longer than `limit` the rest is not read: what is answered is longer
 * than the limit too, by which the receiver knows.
 */
export class BodyReader {
  readonly #chunks: Uint8Array[] = [];
  readonly #limit: number;
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether more is wanted. */
  add(chunk: Uint8Array): boolean {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    return this.#length <= this.#limit;
  }

  bytes(): Uint8Array {
    if (this.#chunks.length === 1) return this.#chunks[0] as Uint8Array;
    const whole = new Uint8Array(this.#length);
    let at = 0;
    for (const chunk of this.#chunks) {
      whole.set(chunk, at);
      at += chunk.length;
    }
    return whole;
  }
}
