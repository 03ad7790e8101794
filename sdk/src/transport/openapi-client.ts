import createClient, { type Client, type Middleware } from 'openapi-fetch';
import type { paths } from '../../../generated/openapi.ts';
import { ConfigurationError } from '../errors/tradepost-error.ts';
import { toJson } from './json-body.ts';
import { TAKES_KEY } from './request-options.ts';
import { expandPath, queryString } from './request-url.ts';
import type { Runtime } from './runtime.ts';
import { userAgent } from './user-agent.ts';

export interface OpenapiClientConfig {
  readonly apiKey: string;
  /** With `/api/v1`. */
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly uuid: Runtime['uuid'];
}

/** Those of every request. */
type SharedHeaders = Record<string, string | undefined>;

/** openapi-fetch's client, with what every request to Tradepost needs. */
export function createOpenapiClient({ apiKey, baseUrl, fetch, uuid }: OpenapiClientConfig): Client<paths> {
  const headers: SharedHeaders = { accept: 'application/json', 'user-agent': userAgent() };
  const client = createClient<paths>({
    baseUrl,
    fetch,
    headers,
    pathSerializer: expandPath,
    querySerializer: queryString,
    bodySerializer: toJson,
  });
  client.use(tradepostHeaders(apiKey, baseUrl, uuid, headers));
  return client;
}

/**
 * Adds the key, and an Idempotency-Key to every POST that writes: before the first attempt, so that all attempts have it. Keeps the
 * token of the last write among the headers of every request.
 * As one middleware, because each costs openapi-fetch a turn of the event loop.
 */
const tradepostHeaders = (
  apiKey: string,
  baseUrl: string,
  uuid: Runtime['uuid'],
  ofEveryRequest: SharedHeaders,
): Middleware => ({
  onRequest({ request: { method, headers }, options, schemaPath }) {
    // openapi-fetch lets a call choose another address. The key must not go there.
    if (options.baseUrl !== baseUrl)
      throw new ConfigurationError('The key is for one baseUrl. Create another client.');
    headers.set('authorization', `Bearer ${apiKey}`);
    if (TAKES_KEY.test(`${method} ${schemaPath}`) && !headers.has('idempotency-key'))
      headers.set('idempotency-key', uuid());
  },
  /** What is read later includes what was written. Of two writes in parallel, the later one may be answered first. */
  onResponse({ response }) {
    const token = response.headers.get('consistency-token')!;
    if (token > (ofEveryRequest['consistency-token'] || '')) ofEveryRequest['consistency-token'] = token;
  },
});
