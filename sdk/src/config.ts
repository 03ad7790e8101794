import { ConfigurationError } from './errors/configuration-error.ts';

// Well above the slowest answer that Tradepost gives, and below the 60 s after which proxies commonly cut a request:
// a time-out then comes from here, with a message, and not from somewhere in between.
export const DEFAULT_TIMEOUT_MS = 30_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1; // a longer one fires at once

export interface TradepostConfig {
  /** `tp_…`, made in the panel under Settings > API Keys. It belongs on a server, never in a browser. */
  apiKey: string;
  /** The origin of the installation, `https://tradepost.example.com` for instance; `/api/v1` is added to it. */
  baseUrl: string;
  /** Called with one Request for each exchange, in place of the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
  /** How long an exchange may take, from the connection to the end of the body. 30 000 unless set. */
  timeoutMs?: number;
}

export function checkApiKey(apiKey: string): string {
  // fetch refuses such a header with a message that quotes it, and with it the key.
  if (typeof apiKey === 'string' && /^[\x21-\x7e]+$/.test(apiKey)) return apiKey;
  throw new ConfigurationError(
    'apiKey is empty, or has white space, line breaks or other characters that a key does not have. Pass the key as it was shown, `tp_` included.',
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
    throw new ConfigurationError(
      `baseUrl has more than an origin. Pass just ${url.origin}; /api/v1 is added to it.`,
    );
  }
  return url.origin;
}

export function checkTimeout(timeoutMs: number): number {
  if (timeoutMs > 0 && timeoutMs <= LONGEST_TIMER_MS) return timeoutMs;
  throw new ConfigurationError(
    `timeoutMs is ${timeoutMs}. Pass milliseconds, more than 0 and at most ${LONGEST_TIMER_MS}.`,
  );
}
