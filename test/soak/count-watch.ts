/** A request counts for a minute. The rest is for clocks and for the time that a request takes. */
const SURELY_COUNTED_MS = 50_000;

/** Watches that the rate limit forgets none of the requests of a client, whether Redis is there, away or has lost its data. */
export class CountWatch {
  readonly violations: string[] = [];
  /** When requests began that were counted. */
  readonly #recent: number[] = [];

  /** Call it with each successful response, in turn. */
  add(at: number, headers: Headers): void {
    while (this.#recent.length > 0 && this.#recent[0]! < at - SURELY_COUNTED_MS) this.#recent.shift();
    this.#recent.push(at);
    const used = usedOf(headers);
    if (!(used >= this.#recent.length))
      this.violations.push(`the rate limit counted ${used} of ${this.#recent.length} requests`);
  }
}

/** NaN if the headers aren't there. */
function usedOf(headers: Headers): number {
  const number = (name: string, parameter: string): number =>
    Number(new RegExp(`;${parameter}=(\\d+)`).exec(headers.get(name) ?? '')?.[1] ?? Number.NaN);
  return number('ratelimit-policy', 'q') - number('ratelimit', 'r');
}
