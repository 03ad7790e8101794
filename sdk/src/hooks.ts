export interface HookAttempt {
  readonly method: string;
  /** Without the query, which may hold personal data. */
  readonly url: string;
  /** 1 for the first try of a call, 2 for its first repetition. */
  readonly attempt: number;
}

export interface HookRequest extends HookAttempt {
  /** As they are sent, but for the API key, which is replaced. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface HookResponse extends HookAttempt {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Quote it when you ask for help. */
  readonly requestId: string | undefined;
  /** From the sending to the headers of the answer. */
  readonly durationMs: number;
}

export interface HookRetry extends HookAttempt {
  /** Why this attempt is to be repeated. */
  readonly error: Error;
  /** How long the client waits before that. */
  readonly delayMs: number;
}

export interface HookError {
  readonly method: string;
  /** Without the query, which may hold personal data. */
  readonly url: string;
  /** What the call throws; when you aborted it, the reason of your signal. */
  readonly error: unknown;
}

/**
 * For logs and metrics. None of them sees the API key, and none can change a call: it does not wait for them, and what
 * they throw is ignored, so that an order does not fail because its log line does.
 */
export interface Hooks {
  /** Before each attempt. */
  onRequest?: ((request: HookRequest) => unknown) | undefined;
  /** When the headers of an answer are there, whatever its status. */
  onResponse?: ((response: HookResponse) => unknown) | undefined;
  /** Before the pause that goes before a repetition. */
  onRetry?: ((retry: HookRetry) => unknown) | undefined;
  /** Once for a call that fails. */
  onError?: ((failure: HookError) => unknown) | undefined;
}

/** Calls it at once; nobody waits for its end. Async, so that a rejection is ignored as a throw is. */
export async function callHook<Info>(hook: ((info: Info) => unknown) | undefined, info: Info): Promise<void> {
  try {
    await hook?.(info);
  } catch {}
}
