import type { ExportFormat } from '../../../generated/sdk-types.ts';
import type { Call } from '../transport/api-call.ts';
import { CsvParser, CUT_OFF, LineParser } from './export-parsers.ts';

// Nothing is imported from the rest of the client, so that bundlers needn't cut it in two.

/** The error to throw. */
type Failure = (error: unknown, timedOut: boolean) => Error;

/** Reads an export to its end, and throws if that isn't where the service ended it. */
export class ExportReader<Row> {
  readonly #stream: ReadableStream<Uint8Array>;
  readonly #format: ExportFormat;
  readonly #call: Pick<Call, 'signal' | 'timeoutMs'>;
  readonly #failure: Failure;

  constructor(
    stream: ReadableStream<Uint8Array>,
    format: ExportFormat,
    call: Pick<Call, 'signal' | 'timeoutMs'>,
    failure: Failure,
  ) {
    this.#stream = stream;
    this.#format = format;
    this.#call = call;
    this.#failure = failure;
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
        const { done, value } = await this.#read(reader);
        if (done) return;
        yield decoder.decode(value, { stream: true });
      }
    } finally {
      reader.cancel().catch(() => {}); // does nothing at the end; rejects with the error that was thrown
    }
  }

  /** Waits for the service for `timeoutMs` at most. The time that the program takes for its rows doesn't count. */
  async #read(reader: ReadableStreamDefaultReader<Uint8Array>) {
    const { signal, timeoutMs } = this.#call;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let timedOut = false;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        timedOut = true;
        reject();
      }, timeoutMs);
    });
    try {
      return await Promise.race([reader.read(), silence]);
    } catch (error) {
      // Made here and not in the timer, where its stack would have nothing of the program.
      throw signal?.aborted ? signal.reason : this.#failure(error, timedOut);
    } finally {
      clearTimeout(timer);
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
