import type { ExportFormat } from '../../../generated/sdk-types.ts';
import { type Bytes, type Failure, failureOf } from '../transport/bytes-in-time.ts';
import { CsvParser, CUT_OFF, LineParser } from './export-parsers.ts';

// Nothing is imported from what is loaded at the start, so that bundlers needn't cut it in two.

/** Reads an export to its end, and throws if that isn't where the service ended it. */
export class ExportReader<Row> {
  readonly #stream: Bytes;
  readonly #format: ExportFormat;
  readonly #failure: Failure;

  constructor(stream: Bytes, format: ExportFormat) {
    this.#stream = stream;
    this.#format = format;
    this.#failure = failureOf(stream);
  }

  async *rows(): AsyncGenerator<Row, void, undefined> {
    const parser = this.#format === 'csv' ? new CsvParser() : new LineParser(parseJson);
    for await (const chunk of this.#chunks()) {
      for (const row of this.#parsed(() => parser.push(chunk))) yield row as Row;
    }
    this.#parsed(() => parser.end());
  }

  async text(): Promise<string> {
    const chunks: string[] = [];
    for await (const chunk of this.#chunks()) chunks.push(chunk);
    const text = chunks.join('');
    if (text !== '' && !text.endsWith('\n')) throw this.#failure(new Error(CUT_OFF), false);
    return text;
  }

  #parsed<Result>(parse: () => Result): Result {
    try {
      return parse();
    } catch (error) {
      throw this.#failure(error, false);
    }
  }

  /** The text as it arrives. Leaving the loop closes the connection. */
  async *#chunks(): AsyncGenerator<string> {
    if (this.#stream.locked) throw this.#failure(new Error('the export has been read already'), false);
    const reader = this.#stream.getReader();
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true }); // keeps it: Excel needs it in the text
    try {
      for (;;) {
        const { done, value } = await reader.read().catch((error) => {
          // Made anew, because the stack of the stream's own has nothing of the program.
          throw error?.timedOut === undefined ? error : this.#failure(error, error.timedOut);
        });
        if (done) return;
        yield decoder.decode(value, { stream: true });
      }
    } finally {
      reader.cancel().catch(() => {}); // does nothing at the end; rejects with the error that was thrown
    }
  }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new Error("a row of the export isn't JSON"); // JSON.parse would quote the row
  }
}
