import {
  checkApiKey,
  checkBaseUrl,
  checkHeader,
  checkNotInBrowser,
  checkTimeout,
  DEFAULT_TIMEOUT_MS,
  type Fetch,
  type TransportConfig,
} from './config.ts';
import type {
  AnyOperationInput,
  ExportPath,
  Method,
  OperationInput,
  OperationOutput,
  PathOf,
} from './contract.ts';
import { type Redact, redactor } from './errors/sanitize.ts';
import { callHook, type Hooks } from './hooks.ts';
import { type Call, compose, type Middleware } from './middleware.ts';
import { createReply, type Received, type Reply } from './reply.ts';
import type { AnyOptions } from './request-options.ts';
import { expandPath, queryString } from './request-url.ts';
import { now, type Runtime, uuid } from './runtime.ts';
import { sendRequest } from './send-request.ts';

/** A path that is put together at run time. Whoever casts to it has checked by type that the contract has it. */
export type AnyPath = string & { readonly fromContract: true };

/**
 * The bytes of an export, which arrive as you read them. Reading throws if the export ends early, so what you have read
 * to its end is complete.
 */
export type Export = ReadableStream<Uint8Array>;

/**
 * Sends the calls of one API key. `Tradepost` has one. Create your own to keep unused resources out of your bundle:
 * `new Products(new Transport({ apiKey, baseUrl, middleware: [retries()] }))`.
 */
export class Transport {
  // util.inspect and JSON.stringify don't show private fields, so the key stays out of logs.
  readonly #apiKey: string;
  readonly #base: string;
  readonly #redact: Redact;
  readonly #fetch: Fetch;
  readonly #timeoutMs: number;
  readonly #hooks: Hooks | undefined;
  readonly #now: Runtime['now'];
  readonly #uuid: Runtime['uuid'];
  readonly #middleware: readonly Middleware[];

  constructor(config: TransportConfig) {
    checkNotInBrowser(config.dangerouslyAllowBrowser);
    this.#apiKey = checkApiKey(config.apiKey);
    this.#base = `${checkBaseUrl(config.baseUrl)}/api/v1`;
    this.#redact = redactor(this.#apiKey);
    // Looked up at each call, so that a global fetch that is replaced later, such as for tracing, is used.
    this.#fetch = config.fetch ?? ((url, init) => fetch(url, init));
    this.#timeoutMs = checkTimeout(config.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    this.#hooks = config.hooks;
    this.#now = config.runtime?.now ?? now;
    this.#uuid = config.runtime?.uuid ?? uuid;
    this.#middleware = config.middleware ?? [];
  }

  /** @internal */
  send<M extends Method, Path extends PathOf<M>>(
    method: M,
    path: Path,
    input: OperationInput<M, Path>,
    options?: AnyOptions,
  ): Reply<OperationOutput<M, Path>>;
  /** @internal */
  send<T>(method: Method, path: AnyPath, input: AnyOperationInput, options?: AnyOptions): Reply<T>;
  send(method: Method, path: string, input: AnyOperationInput, options: AnyOptions = {}): Reply<unknown> {
    return createReply(this.#send(method.toUpperCase(), path, input, options));
  }

  /** @internal */
  export<Path extends ExportPath>(
    path: Path,
    input: OperationInput<'get', Path>,
    options?: AnyOptions,
  ): Reply<Export>;
  /** @internal */
  export(path: AnyPath, input: AnyOperationInput, options?: AnyOptions): Reply<Export>;
  export(path: string, input: AnyOperationInput, options: AnyOptions = {}): Reply<unknown> {
    return createReply(this.#send('GET', path, { ...input, streamed: true }, options));
  }

  async #send(
    method: string,
    template: string,
    input: AnyOperationInput,
    options: AnyOptions,
  ): Promise<Received<unknown>> {
    const url = this.#base + expandPath(template, input.path);
    const call: Call = {
      method,
      url: this.#redact(url),
      signal: options.signal,
      maxRetries: options.maxRetries,
      hooks: this.#hooks,
      attempt: 0,
      response: undefined,
    };
    const request = {
      fetch: this.#fetch,
      url: url + queryString(input.query),
      headers: this.#headers(method, input, options),
      body: JSON.stringify(input.body),
      timeoutMs: checkTimeout(options.timeoutMs ?? this.#timeoutMs),
      streamed: input.streamed === true,
      redact: this.#redact,
      now: this.#now,
    };
    try {
      return await compose(this.#middleware, call, () => sendRequest(call, request))();
    } catch (error) {
      callHook(call.hooks?.onError, { method, url: call.url, error });
      throw error;
    }
  }

  #headers(method: string, input: AnyOperationInput, options: AnyOptions): Record<string, string> {
    const headers: Record<string, string> = {
      authorization: `Bearer ${this.#apiKey}`,
      accept: input.streamed ? 'text/csv, application/x-ndjson' : 'application/json',
    };
    if (input.body !== undefined) headers['content-type'] = 'application/json';
    if (method === 'POST' && !input.readOnly)
      headers['idempotency-key'] = checkHeader('idempotencyKey', options.idempotencyKey ?? this.#uuid());
    const { ifMatch, ifNoneMatch } = options;
    if (ifMatch !== undefined) headers['if-match'] = checkHeader('ifMatch', toEtag(ifMatch));
    if (ifNoneMatch !== undefined) headers['if-none-match'] = checkHeader('ifNoneMatch', toEtag(ifNoneMatch));
    return headers;
  }
}

const toEtag = (version: number | string): string => (typeof version === 'number' ? `"${version}"` : version);
