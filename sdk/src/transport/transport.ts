import type { Client } from 'openapi-fetch';
import type { paths } from '../../../generated/openapi.ts';
import type { ApiError } from '../errors/api-error.ts';
import { type Redact, redactor } from '../errors/sanitize.ts';
import { onAbort } from './abort.ts';
import { ApiCall, type CallSettings } from './api-call.ts';
import { createReply, type ParsedResponse, type Reply } from './api-promise.ts';
import { checkItems, checkNames, checkPlain, checkTimeout, checkType, isObject } from './check-options.ts';
import {
  checkApiKey,
  checkBaseUrl,
  checkNotInBrowser,
  DEFAULT_TIMEOUT_MS,
  type Fetch,
  TRANSPORT_OPTIONS,
  type TransportConfig,
} from './config.ts';
import { compose, type FetchWrapper } from './fetch-wrapper.ts';
import { callHook, checkHooks } from './hooks.ts';
import { createOpenapiClient } from './openapi-client.ts';
import { type AnyOptions, checkOptions, headersOf, type RequestOptions } from './request-options.ts';
import { isStreamed, redactHead } from './response.ts';
import { type Runtime, runtimeOf } from './runtime.ts';
import { connectionError, failureOf, sendRequest } from './send-request.ts';

export type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';

/** What is sent with a call, apart from the headers, which follow from the options. */
export interface RequestInput {
  /** The values of the path's parameters, in their order. */
  ids?: readonly (number | string)[] | undefined;
  query?: object | undefined;
  body?: unknown;
  /** What is wrong with the body of a 2xx, if it isn't what was asked for. */
  faultOf?: ((body: unknown) => string | object | undefined) | undefined;
  /** The part of the body that is returned. */
  pick?: string;
  /** Marks a body that is returned unread. */
  stream?: boolean;
}

/**
 * Sends the calls of one API key. `Tradepost` has one. Create your own to keep unused resources out of your bundle:
 * `new Products(new Transport({ apiKey, baseUrl, fetchWrappers: [retries()] }))`.
 */
export class Transport {
  /** openapi-fetch's client, which carries every call. */
  readonly client: Client<paths>;
  /** @internal */
  readonly sleep: Runtime['sleep'];
  // util.inspect and JSON.stringify don't show private fields, so the key stays out of logs.
  readonly #base: string;
  readonly #redact: Redact;
  readonly #fetch: Fetch | undefined;
  readonly #settings: CallSettings;
  readonly #now: Runtime['now'];
  readonly #fetchWrappers: readonly FetchWrapper[];

  constructor(config: TransportConfig) {
    checkNames(config, [...TRANSPORT_OPTIONS, 'fetchWrappers']);
    checkNotInBrowser(config.dangerouslyAllowBrowser);
    const apiKey = checkApiKey(config.apiKey);
    this.#base = `${checkBaseUrl(config.baseUrl)}/api/v1`;
    this.#redact = redactor(apiKey);
    this.#fetch = checkType('fetch', config.fetch, 'function');
    this.#settings = {
      timeoutMs: checkTimeout(config.timeoutMs ?? DEFAULT_TIMEOUT_MS),
      hooks: checkHooks(config.hooks),
      redact: this.#redact,
    };
    const { now, sleep, uuid } = runtimeOf(config.runtime);
    this.sleep = sleep;
    this.#now = now;
    this.#fetchWrappers = config.fetchWrappers ?? [];
    this.client = createOpenapiClient({
      apiKey,
      baseUrl: this.#base,
      fetch: (request) => this.#fetchForClient(request),
      uuid,
    });
  }

  /** @internal */
  send<T>(method: Method, path: string, input: RequestInput, options: AnyOptions = {}): Reply<T> {
    return createReply(this.#send<T>(this.#startCall(method, path, options), method, path, input, options));
  }

  async #send<T>(
    call: ApiCall,
    method: Method,
    path: string,
    input: RequestInput,
    options: AnyOptions,
  ): Promise<ParsedResponse<T>> {
    try {
      checkOptions(options, method, path);
      if (input.pick) checkItems((input.body as { items: unknown }).items);
      call.timeoutMs = checkTimeout(call.timeoutMs);
      const {
        data: parsed,
        error,
        response,
      } = await this.client.request(
        method as 'get',
        path as '/me',
        {
          params: {
            path: input.ids ?? [],
            query: input.query === undefined ? {} : checkPlain('query', input.query),
          },
          body: input.body,
          headers: headersOf(options, input.stream),
          parseAs: input.stream ? 'stream' : 'json',
          fetch: (request: Request) => this.#fetchFor(request, call),
        } as never,
      );
      if (!response.ok) throw call.failure ?? this.#failure(call, response, error);
      if (input.stream) {
        if (!isStreamed(response)) throw this.#failure(call, response, 'no rows');
        const { inTime } = await import('./bytes-in-time.ts');
        // openapi-fetch has no stream for an export without rows, whose Content-Length is 0.
        const data = inTime(response.body, call, onAbort, (cause, timedOut) =>
          connectionError(cause, call, this.#redact, timedOut),
        );
        return { data: data as T, response };
      }
      if (response.status !== 204 && (!isObject(parsed) || Array.isArray(parsed)))
        throw this.#failure(call, response, parsed === undefined ? '' : 'another');
      const fault = input.faultOf?.(parsed);
      if (fault) throw this.#failure(call, response, isObject(fault) ? fault : { detail: fault });
      return { data: (input.pick ? parsed![input.pick as never] : parsed) as T, response };
    } catch (thrown) {
      // openapi-fetch parses the body, and JSON.parse quotes it.
      const isNotJson = thrown instanceof SyntaxError && call.response !== undefined;
      const error = isNotJson ? this.#failure(call, call.response!, 'not JSON') : thrown;
      callErrorHook(call, error);
      throw error;
    }
  }

  /** For calls of `client`, which returns refusals. */
  async #fetchForClient(request: Request): Promise<Response> {
    const call = this.#startCall(request.method, '', { signal: request.signal });
    try {
      const response = await this.#fetchFor(request, call);
      if (call.failure) callErrorHook(call, call.failure);
      return response;
    } catch (error) {
      callErrorHook(call, error);
      throw error;
    }
  }

  /** What openapi-fetch calls instead of `fetch`. */
  #fetchFor(request: Request, call: ApiCall): Promise<Response> {
    call.setRequest(request);
    const send = (text?: string) => {
      const prepared = {
        request,
        fetch: this.#fetch,
        body: text || undefined,
        redact: this.#redact,
        now: this.#now,
      };
      return compose(this.#fetchWrappers, call, () => sendRequest(call, prepared))();
    };
    return request.method === 'GET' ? send() : request.text().then(send);
  }

  #startCall(method: string, path: string, options: RequestOptions): ApiCall {
    // In JavaScript they may be null, which #send refuses.
    return new ApiCall(method.toUpperCase(), this.#base + path, options ?? {}, this.#settings);
  }

  #failure(call: ApiCall, response: Response, body: unknown): ApiError {
    const { status = response.status }: { status?: number } = Object(body);
    return failureOf(call, { ...redactHead(response, this.#redact), status }, body, this.#now);
  }
}

function callErrorHook({ hooks, method, url }: ApiCall, error: unknown): void {
  callHook(hooks?.onError, { method, url, error });
}
