import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { failureDetail } from './attempt-ending.ts';
import { BlockedAddressError } from './outbound.ts';
import type { PostResult } from './post-result.ts';
import { type BodyForm, MAX_BODY_BYTES, storedText } from './stored-body.ts';
import { storedHeaders } from './stored-headers.ts';

/** Early hints and the like mean nothing to a webhook. An endpoint that sends more of them is flooding. */
const MAX_INFORMATIONAL = 16;
/** The longest HTTP-date has 33 characters. */
const MAX_RETRY_AFTER_LENGTH = 64;

/** Reads the response to one POST and reports its result once. */
export class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #onSettled: (result: PostResult) => void;
  readonly #deadline: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #pending = true;
  /** undici starts a request when it has a connection, and writes it then. */
  #isSent = false;
  #informationalCount = 0;
  #status: number | null = null;
  #retryAfter: string | null = null;
  #headers: string | null = null;
  #form: BodyForm = { encoding: '', contentType: '' };
  readonly #chunks: Buffer[] = [];
  #length = 0;

  constructor(onSettled: (result: PostResult) => void, deadlineMs: number) {
    this.#onSettled = onSettled;
    this.#deadline = setTimeout(() => this.#timeoutAfterPendingReads(), deadlineMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    this.#isSent = true;
    // The deadline passed while the connection was being made: nothing is sent any more.
    if (!this.#pending) controller.abort(new RequestAborted());
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status >= 200) {
      this.#status = status;
      this.#retryAfter = retryAfterHeader(headers);
      this.#headers = storedHeaders(headers);
      const { 'content-encoding': encoding = '', 'content-type': contentType = '' } = headers;
      this.#form = { encoding: String(encoding), contentType: String(contentType) };
      // These end with their headers. If an endpoint gives them a Content-Length all the same, undici reports an error.
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
    // A response that ends within the bytes already read keeps its connection: it has ended by then, and abort does nothing.
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
    else this.#settle('connection', failureDetail(errorCode(error), this.#isSent));
  }

  #finish(): void {
    const accepted = this.#status !== null && this.#status >= 200 && this.#status < 300;
    this.#settle(accepted ? 'accepted' : 'refused', null);
  }

  /** A process that was frozen runs its timers first. What has arrived meanwhile is read before it counts as silence. */
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
    const settled = {
      outcome,
      responseStatus: this.#status,
      responseHeaders: this.#headers,
      retryAfter: this.#retryAfter,
      detail,
    };
    const body = this.#status === null ? null : storedText(this.#chunks, this.#form);
    if (body instanceof Promise)
      void body.then((responseBody) => this.#onSettled({ ...settled, responseBody }));
    else this.#onSettled({ ...settled, responseBody: body });
  }
}

/** Seen only by undici: the result is settled by then. */
class RequestAborted extends Error {
  override readonly name = 'RequestAborted';
}

function retryAfterHeader({ 'retry-after': header }: IncomingHttpHeaders): string | null {
  const value = Array.isArray(header) ? header[0] : header;
  return value === undefined || value.length > MAX_RETRY_AFTER_LENGTH ? null : value;
}

/** Never the message, which may contain what the endpoint sent. Codes are ours or Node's. */
function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
