import type { TransportConfig } from '../transport/config.ts';
import type { RetryTiming } from '../transport/retries.ts';

export interface TradepostConfig extends Omit<TransportConfig, 'apiKey' | 'baseUrl' | 'fetchWrappers'> {
  /**
   * `tp_…`, created in the panel under API keys (Chaves de API). It belongs on a server, never in a browser. Defaults to the
   * environment variable TRADEPOST_API_KEY.
   */
  apiKey?: string | undefined;
  /**
   * The origin of the installation, such as `https://tradepost.example.com`, without `/api/v1`. Defaults to the
   * environment variable TRADEPOST_URL.
   */
  baseUrl?: string | undefined;
  /** How often a call is retried that failed for a temporary reason. Defaults to 5; 0 turns retries off. */
  maxRetries?: number | undefined;
  /** The pauses between retries. The defaults outlast a restart of the service. */
  retryTiming?: RetryTiming | undefined;
  /** Spaces requests so that they stay below the rate limit. Off by default. */
  pace?: boolean | undefined;
}

/** A variable of the environment, where there is one. */
export function environmentVariable(name: string): string {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name] ?? '';
}
