import { ConfigurationError } from '../errors/tradepost-error.ts';
import { checkText } from './check-options.ts';
import type { FetchWrapper } from './fetch-wrapper.ts';
import type { Hooks } from './hooks.ts';
import type { Runtime } from './runtime.ts';

// Well above Tradepost's slowest response, and below the 60 s after which proxies commonly cut a request. So a timeout
// comes from here, with a message, and not from something on the way.
export const DEFAULT_TIMEOUT_MS = 30_000;

/** What the client needs of a response. Those of the global `fetch`, of undici and of node-fetch fit. */
export interface FetchResponse {
  /** Whether the status is 2xx. */
  readonly ok: boolean;
  /** The status. */
  readonly status: number;
  /** Its words, if the server sent any. */
  readonly statusText: string;
  /** Iterable too. */
  readonly headers: {
    get(name: string): string | null;
    forEach(callback: (value: string, name: string) => void): void;
  };
  /** A ReadableStream, or one of Node's. */
  readonly body: unknown;
  /** The whole body. */
  text(): Promise<string>;
}

/** What the client needs of `fetch`. Every function with the global one's signature fits. */
export type Fetch = (
  url: string,
  init: {
    method: string;
    headers: Record<string, string>;
    body?: string;
    redirect: 'manual';
    signal: AbortSignal;
  },
) => Promise<FetchResponse>;

export interface TransportConfig {
  /** `tp_…`, created in the panel under API keys (Chaves de API). It belongs on a server, never in a browser. */
  apiKey: string;
  /** The origin of the installation, such as `https://tradepost.example.com`, without `/api/v1`. */
  baseUrl: string;
  /** How long an attempt may take, from connecting to the end of the body. Defaults to 30,000. */
  timeoutMs?: number | undefined;
  /** For logging and metrics. */
  hooks?: Hooks | undefined;
  /** Used instead of the global `fetch`, for a proxy or tracing: undici's, node-fetch's or your own. */
  fetch?: Fetch | undefined;
  /** Everyone who opens a page can read a key in it. Set this only if nobody but you opens the page. */
  dangerouslyAllowBrowser?: boolean | undefined;
  /** For tests: the clock, delays and ids. */
  runtime?: Partial<Runtime> | undefined;
  /** Wrap `fetch` for each call, from the outside in: `retries()`, `pacing()`. */
  fetchWrappers?: readonly FetchWrapper[] | undefined;
}

/** Those of a Transport and of a Tradepost, which has wrappers of its own. */
export const TRANSPORT_OPTIONS = [
  'apiKey',
  'baseUrl',
  'timeoutMs',
  'hooks',
  'fetch',
  'dangerouslyAllowBrowser',
  'runtime',
] satisfies (keyof TransportConfig)[];

/** RFC 6750's alphabet. fetch rejects what isn't in ASCII with a message that quotes it, and so the key. */
export const checkApiKey = (apiKey: string): string =>
  checkText('apiKey', apiKey, /^[\w.~+/=-]+$/, 'Pass just the key, with its tp_, or set TRADEPOST_API_KEY.');

export function checkBaseUrl(baseUrl: string): string {
  // The value isn't quoted: it may contain a password, or be the key if the two were mixed up.
  const url = parseUrl(baseUrl);
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new ConfigurationError(
      'baseUrl is not an http or https URL. Pass an origin such as https://tradepost.example.com, or set TRADEPOST_URL.',
    );
  }
  if (url.href !== `${url.origin}/`) {
    throw new ConfigurationError(`baseUrl is more than an origin. Pass just ${url.origin}.`);
  }
  return url.origin;
}

/** Every browser's user agent starts with Mozilla, in workers too. A simulated browser in tests has a document. */
export function checkNotInBrowser(allowBrowser: boolean | undefined): void {
  const { document, navigator } = globalThis as { document?: unknown; navigator?: { userAgent?: string } };
  if (allowBrowser === true || (document === undefined && !/^Mozilla\//.test(navigator?.userAgent ?? '')))
    return;
  throw new ConfigurationError(
    'In a browser everyone can read the API key. Use it on a server, or set dangerouslyAllowBrowser.',
  );
}

/** Not with URL.canParse, which refuses non-ASCII text in Node 20 once V8 has compiled its caller. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
