import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '../../generated/openapi.ts';
import {
  checkApiKey,
  checkBaseUrl,
  checkTimeout,
  DEFAULT_TIMEOUT_MS,
  type TradepostConfig,
} from './config.ts';
import { Deadline } from './deadline.ts';
import { ApiError } from './errors/api-error.ts';
import { Exchange, type Fetch } from './exchange.ts';
import type { RequestOptions } from './request-options.ts';

/** Of what an operation can answer, JSON: the Accept header asks for nothing else. */
type Api = Client<paths, 'application/json'>;

type Call<T> = (
  api: Api,
  init: { signal: AbortSignal; fetch: Fetch },
) => Promise<{ data?: T; error?: unknown; response: Response }>;

/** One exchange with the API: sent, read whole, and answered with the data or with an error that says what failed. */
export class Http {
  readonly #api: Api;
  readonly #apiKey: string;
  readonly #fetch: Fetch;
  readonly #timeoutMs: number;

  constructor(config: TradepostConfig) {
    this.#apiKey = checkApiKey(config.apiKey);
    // The global fetch is looked up at each call, so that one that is installed later, for tracing say, is used.
    this.#fetch = config.fetch ?? ((request) => fetch(request));
    this.#timeoutMs = checkTimeout(config.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    this.#api = createClient<paths, 'application/json'>({
      baseUrl: `${checkBaseUrl(config.baseUrl)}/api/v1`,
      headers: { Authorization: `Bearer ${this.#apiKey}`, Accept: 'application/json' },
      redirect: 'manual', // following one turns a POST into a GET, which answers 200 and has created nothing
    });
  }

  async send<T>(options: RequestOptions | undefined, call: Call<T>): Promise<T> {
    const deadline = new Deadline(checkTimeout(options?.timeoutMs ?? this.#timeoutMs), options?.signal);
    const exchange = new Exchange(this.#fetch);
    try {
      const { data, error, response } = await call(this.#api, {
        signal: deadline.signal,
        fetch: exchange.fetch,
      });
      // By the status and not by `error`, which is undefined for a 500 without a body.
      if (!response.ok || (data === undefined && response.status !== 204)) throw exchange.apiError(error);
      return data as T;
    } catch (error) {
      if (error instanceof ApiError || exchange.request === undefined) throw error;
      if (options?.signal?.aborted) throw options.signal.reason;
      if (deadline.expired) throw exchange.timeoutError(options?.timeoutMs ?? this.#timeoutMs);
      throw exchange.failure(error, this.#apiKey);
    } finally {
      deadline.clear();
    }
  }
}
