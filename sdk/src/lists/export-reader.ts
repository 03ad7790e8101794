import type { ExportFormat } from '../../../generated/sdk-types.ts';
import type { Call } from '../transport/api-call.ts';
import { CsvParser, CUT_OFF, LineParser } from './export-parsers.ts';

// Nothing is imported from the rest of the client, so that bundlers needn't cut it in two.

/** The error to throw. */
type Failure = (error: unknown, timedOut: boolean) => Error;
type Bytes = ReadableStream<Uint8Array>;

const failures = new WeakMap<Bytes, Failure>();

/**
 * The bytes, of which each read waits for the service for `timeoutMs` at most, or until the signal aborts, also if the `fetch`
 * ignores it. The time that the program takes between two reads doesn't count.
 */
export function inTime(
  body: Response['body'],
  { signal, timeoutMs }: Pick<Call, 'signal' | 'timeoutMs'>,
  onAbort: (signal: AbortSignal, callback: () => void) => () => void,
  failure: Failure,
): Bytes {
  const reader = body && readerOf(body);
  const cancel = (reason?: unknown) => reader?.cancel(reason).catch(() => {}); // rejects with what was thrown
  async function read() {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let forget: (() => void) | undefined;
    let timedOut = false;
    const interrupted = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        timedOut = true;
        reject();
      }, timeoutMs);
      forget = signal && onAbort(signal, reject);
    });
    try {
      return await Promise.race([reader?.read(), interrupted]);
    } catch (error) {
      cancel();
      throw signal?.aborted ? signal.reason : failure(error, timedOut);
    } finally {
      clearTimeout(timer);
      forget?.();
    }
  }
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done = true, value } = (await read()) ?? {};
        if (done) controller.close();
        else controller.enqueue(value!);
      },
      cancel,
    },
    { highWaterMark: 0 }, // nothing is read before somebody asks for it
  );
  failures.set(stream, failure);
  return stream;
}

/** node-fetch's body is a stream of Node. */
function readerOf(
  body: Bytes | (AsyncIterable<Uint8Array> & { destroy?(): void }),
): Pick<ReadableStreamDefaultReader<Uint8Array>, 'read' | 'cancel'> {
  if ('getReader' in body) return body.getReader();
  const chunks = body[Symbol.asyncIterator]();
  return {
    read: () => chunks.next() as Promise<ReadableStreamReadResult<Uint8Array>>,
    cancel: async () => body.destroy?.(), // return() of its iterator would wait for the next chunk
  };
}

/** Reads an export to its end, and throws if that isn't where the service ended it. */
export class ExportReader<Row> {
  readonly #stream: Bytes;
  readonly #format: ExportFormat;
  readonly #failure: Failure;

  constructor(stream: Bytes, format: ExportFormat) {
    this.#stream = stream;
    this.#format = format;
    this.#failure = failures.get(stream)!;
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
