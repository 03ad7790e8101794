import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { finished } from 'node:stream/promises';

/** A file as the manifest has it. */
export interface WrittenFile {
  readonly file: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** A new file with a JSON text on each line. It counts and digests what is written. */
export class NdjsonFile {
  readonly #name: string;
  readonly #stream;
  readonly #finished: Promise<void>;
  readonly #hash = createHash('sha256');
  #rows = 0;
  #bytes = 0;

  constructor(name: string) {
    this.#name = name;
    this.#stream = createWriteStream(name, { flags: 'wx', mode: 0o600 });
    this.#finished = finished(this.#stream);
    // Whoever writes or ends it is told.
    this.#finished.catch(() => {});
  }

  /** Resolves when the file has taken them. */
  async write(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    const data = Buffer.from(`${lines.join('\n')}\n`);
    this.#hash.update(data);
    this.#rows += lines.length;
    this.#bytes += data.length;
    await new Promise<void>((resolve, reject) => {
      this.#stream.write(data, (error) => (error ? reject(error) : resolve()));
    });
  }

  async end(): Promise<void> {
    this.#stream.end();
    await this.#finished;
  }

  written(): WrittenFile {
    const sha256 = this.#hash.copy().digest('hex');
    return { file: path.basename(this.#name), rows: this.#rows, bytes: this.#bytes, sha256 };
  }
}
