import type { ApiError } from '../errors/api-error.ts';
import type { Redact } from '../errors/sanitize.ts';
import type { Hooks } from './hooks.ts';
import type { RequestOptions } from './request-options.ts';

/** One call of the API, over all its attempts. It doesn't hold the API key. */
export interface Call {
  /** The HTTP method. */
  readonly method: string;
  /** Without the query, which may hold personal data. */
  readonly url: string;
  /** The caller's. */
  readonly signal: AbortSignal | undefined;
  /** How long an attempt may take. */
  readonly timeoutMs: number;
  /** The option of this call, if it was set. */
  readonly maxRetries: number | undefined;
  /** The client's. */
  readonly hooks: Hooks | undefined;
  /** The current attempt, from 1; 0 before the first. */
  attempt: number;
  /** @internal How many attempts found no connection. */
  unsent: number;
  /** The response to the last attempt, whatever its status; undefined if there was none. */
  response: Response | undefined;
  /** What the response to the last attempt means, if its status isn't 2xx. */
  failure: ApiError | undefined;
}

/** What all calls of a transport have in common. */
export interface CallSettings {
  readonly timeoutMs: number;
  readonly hooks: Hooks | undefined;
  readonly redact: Redact;
}

/** A call of the transport. Wrappers may log it, so the request, which has the key, is private. */
export class ApiCall implements Call {
  declare readonly method: string;
  declare readonly signal: AbortSignal | undefined;
  declare timeoutMs: number;
  declare readonly maxRetries: number | undefined;
  declare readonly hooks: Hooks | undefined;
  attempt = 0;
  unsent = 0;
  declare response: Response | undefined;
  declare failure: ApiError | undefined;
  readonly #redact: Redact;
  #url: Pick<Request, 'url'>;

  constructor(method: string, template: string, options: RequestOptions, settings: CallSettings) {
    this.method = method;
    this.signal = options.signal;
    this.timeoutMs = options.timeoutMs ?? settings.timeoutMs;
    this.maxRetries = options.maxRetries;
    this.hooks = settings.hooks;
    this.#redact = settings.redact;
    this.#url = { url: template };
  }

  /** Only put together if somebody asks for it: a Request does so each time. */
  get url(): string {
    return this.#redact(this.#url.url.split('?', 1)[0]!);
  }

  /** Its address is exact as soon as openapi-fetch has built the request. */
  setRequest(request: Request): void {
    this.#url = request;
  }
}
