import type { ApiError } from '../errors/api-error.ts';
import type { Redact } from '../errors/sanitize.ts';
import type { Call } from './call.ts';
import type { Hooks } from './hooks.ts';
import type { RequestOptions } from './request-options.ts';

/** What all calls of a transport have in common. */
export interface CallSettings {
  readonly timeoutMs: number;
  readonly hooks: Hooks | undefined;
  readonly redact: Redact;
}

/** A call of the transport. Wrappers may log it, so the request, which has the key, is private. */
export class StartedCall implements Call {
  declare readonly method: string;
  declare readonly signal: AbortSignal | undefined;
  declare timeoutMs: number;
  declare readonly maxRetries: number | undefined;
  declare readonly hooks: Hooks | undefined;
  attempt = 0;
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
