import type { Call } from './api-call.ts';

// Loaded when an export is first read. Nothing is imported from what is loaded at the start, so that bundlers needn't cut it in two.

/** The error to throw. */
export type Failure = (error: unknown, timedOut: boolean) => Error;
export type Bytes = ReadableStream<Uint8Array>;

const failures = new WeakMap<Bytes, Failure>();

/** Of bytes of `inTime`. */
export const failureOf = (bytes: Bytes): Failure => failures.get(bytes)!;

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
