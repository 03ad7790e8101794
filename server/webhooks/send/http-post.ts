import type { IncomingHttpHeaders } from 'node:http';
import { StringDecoder } from 'node:string_decoder';
import type { Dispatcher } from 'undici';
import { BlockedAddressError } from './outbound.ts';

/** Over the whole exchange: name, connection, TLS, headers and body. */
export const DEADLINE_MS = 10_000;
/** The document keeps 1 KB of the consumer's answer. */
const MAX_BODY_BYTES = 1024;
/** Early hints and the like mean nothing to a webhook; a consumer who sends more than this floods. */
const MAX_INFORMATIONAL = 16;
/** The longest HTTP-date has 33 characters. */
const MAX_RETRY_AFTER_LENGTH = 64;

export interface PostResult {
  /** accepted: a 2xx; refused: any other status; address: nothing was sent, the policy is against it. */
  readonly outcome: 'accepted' | 'refused' | 'timeout' | 'connection' | 'address';
  /** Kept also when the exchange broke off after the headers. */
  readonly responseStatus: number | null;
  /** At most 1024 bytes of text that PostgreSQL can keep. Null when no status came. */
  readonly responseBody: string | null;
  /** The header as it was sent. */
  readonly retryAfter: string | null;
  /** The code of a connection's error, such as ECONNREFUSED, or why the address is refused. Never a secret. */
  readonly detail: string | null;
}

/**
 * Sends one POST, once, and tells what came of it; it never rejects. The answer is read until it ends or 1 KB of its
 * body is there, whichever is first; an answer that does neither before the deadline is a time-out, whatever its status.
 */
export function post(
  dispatcher: Pick<Dispatcher, 'dispatch'>,
  url: string,
  headers: Record<string, string>,
  body: string | Buffer,
  deadlineMs: number = DEADLINE_MS,
): Promise<PostResult> {
  return new Promise((resolve) => {
    const answer = new ResponseReader(resolve, deadlineMs);
    try {
      const { origin, pathname, search } = new URL(url);
      dispatcher.dispatch({ origin, path: pathname + search, method: 'POST', headers, body }, answer);
    } catch (error) {
      answer.fail(error);
    }
  });
}

/** Gathers the answer to one POST, and settles once. */
class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #onSettled: (exchange: PostResult) => void;
  readonly #deadline: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #pending = true;
  #informationalCount = 0;
  #status: number | null = null;
  #retryAfter: string | null = null;
  readonly #chunks: Buffer[] = [];
  #length = 0;

  constructor(settled: (exchange: PostResult) => void, deadlineMs: number) {
    this.#onSettled = settled;
    this.#deadline = setTimeout(() => this.#timeoutAfterPendingReads(), deadlineMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The deadline passed while the connection was being made: nothing goes out any more.
    if (!this.#pending) controller.abort(new RequestAborted());
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status >= 200) {
      this.#status = status;
      this.#retryAfter = retryAfterHeader(headers);
      // They end with their headers. A length that a careless consumer gives all the same would be taken for a reason.
      if (status === 204 || status === 304) this.#finish();
    } else if (++this.#informationalCount > MAX_INFORMATIONAL) {
      this.#settleAndAbort('connection', 'TOO_MANY_INFORMATIONAL');
    }
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#pending) return;
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length < MAX_BODY_BYTES) return;
    this.#finish();
    // An answer that ends in the bytes already read keeps its connection: by then it has ended, and this does nothing.
    queueMicrotask(() => this.#abort());
  }

  onResponseEnd(): void {
    this.#finish();
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }

  fail(error: unknown): void {
    if (error instanceof BlockedAddressError) this.#settle('address', error.message);
    else this.#settle('connection', errorCode(error));
  }

  #finish(): void {
    const accepted = this.#status !== null && this.#status >= 200 && this.#status < 300;
    this.#settle(accepted ? 'accepted' : 'refused', null);
  }

  /** After a process was frozen its timers come first: what has arrived meanwhile is read before it counts as silence. */
  #timeoutAfterPendingReads(): void {
    setImmediate(() => this.#settleAndAbort('timeout', null));
  }

  #settleAndAbort(outcome: PostResult['outcome'], detail: string | null): void {
    this.#settle(outcome, detail);
    this.#abort();
  }

  #abort(): void {
    this.#controller?.abort(new RequestAborted());
  }

  #settle(outcome: PostResult['outcome'], detail: string | null): void {
    if (!this.#pending) return;
    this.#pending = false;
    clearTimeout(this.#deadline);
    this.#onSettled({
      outcome,
      responseStatus: this.#status,
      responseBody: this.#status === null ? null : storedText(this.#chunks),
      retryAfter: this.#retryAfter,
      detail,
    });
  }
}

/** Only undici sees it: the exchange is settled by then. */
class RequestAborted extends Error {
  override readonly name = 'BrokenOff';
}

function retryAfterHeader({ 'retry-after': header }: IncomingHttpHeaders): string | null {
  const value = Array.isArray(header) ? header[0] : header;
  return value === undefined || value.length > MAX_RETRY_AFTER_LENGTH ? null : value;
}

/** Messages may carry what the consumer sent; codes are ours or of Node's. */
function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** U+FFFD for bytes that are no UTF-8, no NUL, and cut on a character: twice, since U+FFFD takes three bytes for one. */
function storedText(chunks: Buffer[]): string {
  if (chunks.length === 0) return '';
  const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
  const text = truncateUtf8(bytes).replaceAll('\0', '');
  return Buffer.byteLength(text) <= MAX_BODY_BYTES ? text : truncateUtf8(Buffer.from(text));
}

/** A character that is cut in two is left out; one that the consumer cut is replaced. */
function truncateUtf8(bytes: Buffer): string {
  if (bytes.length <= MAX_BODY_BYTES) return bytes.toString();
  return new StringDecoder('utf8').write(bytes.subarray(0, MAX_BODY_BYTES));
}
