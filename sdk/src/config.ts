import { ConfigurationError } from './errors/configuration-error.ts';
import type { Hooks } from './hooks.ts';
import type { Middleware } from './middleware.ts';
import type { Runtime } from './runtime.ts';

// Well above the slowest answer that Tradepost gives, and below the 60 s after which proxies commonly cut a request:
// a time-out then comes from here, with a message, and not from somewhere in between.
export const DEFAULT_TIMEOUT_MS = 30_000;
const MAX_TIMER_MS = 2 ** 31 - 1; // a longer one fires at once
// What other clients of APIs do: it gets over a dropped connection and a restart, and does not hide an outage for long.
export const DEFAULT_MAX_RETRIES = 2;

/** What `fetch` is called with, in place of the global one: every function with its signature fits. */
export type Fetch = (
  url: string,
  init: {
    method: string;
    headers: Record<string, string>;
    body?: string;
    redirect: 'manual';
    signal: AbortSignal;
  },
) => Promise<Response>;

export interface TransportConfig {
  /** `tp_…`, made in the panel under Settings > API Keys. It belongs on a server, never in a browser. */
  apiKey: string;
  /** The origin of the installation, `https://tradepost.example.com` for instance; `/api/v1` is added to it. */
  baseUrl: string;
  /** How long an attempt may take, from the connection to the end of the body. 30 000 unless set. */
  timeoutMs?: number | undefined;
  /** For logs and metrics. */
  hooks?: Hooks | undefined;
  /** In place of the global `fetch`, for a proxy or tracing for instance. */
  fetch?: Fetch | undefined;
  /** A key in a browser can be read by everyone who opens the page. Set this only where that is no one but you. */
  dangerouslyAllowBrowser?: boolean | undefined;
  /** For tests: the clock, the pauses, chance and the ids. */
  runtime?: Partial<Runtime> | undefined;
  /** What goes around each call, from the outside in: `retries()`, `pacing()`. */
  middleware?: readonly Middleware[] | undefined;
}

export interface TradepostConfig extends Omit<TransportConfig, 'middleware'> {
  /** How often a call is repeated that failed for a reason that passes. 2 unless set; 0 turns it off. */
  maxRetries?: number | undefined;
  /** Space the requests so that they do not run into 429. Off unless set. */
  pace?: boolean | undefined;
}

export function checkApiKey(apiKey: string): string {
  // fetch refuses such a header with a message that quotes it, and with it the key.
  if (typeof apiKey === 'string' && /^[\x21-\x7e]+$/.test(apiKey)) return apiKey;
  throw new ConfigurationError(
    'apiKey is empty or has characters that no key has. Pass all of it, `tp_` included.',
  );
}

export function checkBaseUrl(baseUrl: string): string {
  // What was passed is not quoted: it may be the key, when the two were mixed up, or carry a password.
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new ConfigurationError(
      'baseUrl is not an http or https address. Pass an origin, such as https://tradepost.example.com.',
    );
  }
  if (url.href !== `${url.origin}/`) {
    throw new ConfigurationError(`baseUrl has more than an origin. Pass just ${url.origin}.`);
  }
  return url.origin;
}

export function checkTimeout(timeoutMs: number): number {
  if (timeoutMs > 0 && timeoutMs <= MAX_TIMER_MS) return timeoutMs;
  throw new ConfigurationError(
    `timeoutMs is ${timeoutMs}. Pass milliseconds, more than 0 and at most ${MAX_TIMER_MS}.`,
  );
}

export function checkHeader(option: string, value: string): string {
  if (/^[\x20-\x7e]+$/.test(value)) return value;
  throw new ConfigurationError(`${option} is empty or not printable ASCII.`);
}

export function checkMaxRetries(maxRetries: number): number {
  if (Number.isInteger(maxRetries) && maxRetries >= 0) return maxRetries;
  throw new ConfigurationError(`maxRetries is ${maxRetries}. Pass a whole number, 0 for none.`);
}

/** By what all browsers say of themselves, in workers too, and by what tests in a made-up one have. */
export function checkNotInBrowser(allowBrowser: boolean | undefined): void {
  const { document, navigator } = globalThis as { document?: unknown; navigator?: { userAgent?: string } };
  if (allowBrowser || (document === undefined && !/^Mozilla\//.test(navigator?.userAgent ?? ''))) return;
  throw new ConfigurationError(
    'In a browser everyone can read the API key. Call Tradepost from your server, or set dangerouslyAllowBrowser.',
  );
}
