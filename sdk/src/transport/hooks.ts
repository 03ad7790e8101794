import { checkNames, checkType } from './check-options.ts';

export interface HookAttempt {
  /** The HTTP method. */
  readonly method: string;
  /** Without the query, which may hold personal data. */
  readonly url: string;
  /** 1 for the first attempt of a call, 2 for its first retry. */
  readonly attempt: number;
}

export interface HookRequest extends HookAttempt {
  /** As sent, but with the API key replaced. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface HookResponse extends HookAttempt {
  /** The status of the response. */
  readonly status: number;
  /** As received, but with the API key replaced. */
  readonly headers: Readonly<Record<string, string>>;
  /** Quote it when you contact support. */
  readonly requestId: string | undefined;
  /** From sending the request to the headers of the response. */
  readonly durationMs: number;
}

export interface HookRetry extends HookAttempt {
  /** Why this attempt failed. */
  readonly error: Error;
  /** How long the client waits at least: `Retry-After` and a pause, which jitter makes up to twice as long. */
  readonly delayMs: number;
}

export interface HookError {
  /** The HTTP method. */
  readonly method: string;
  /** Without the query, which may hold personal data. */
  readonly url: string;
  /** What the call throws. If you aborted it, your signal's reason. */
  readonly error: unknown;
}

/**
 * For logging and metrics. Hooks never see the API key and can't change a call. The client doesn't wait for them and
 * ignores what they throw, so that an order doesn't fail because its log line does.
 */
export interface Hooks {
  /** Before each attempt. */
  onRequest?: ((request: HookRequest) => unknown) | undefined;
  /** When the headers of a response arrive, whatever its status. */
  onResponse?: ((response: HookResponse) => unknown) | undefined;
  /** Before the delay of a retry. */
  onRetry?: ((retry: HookRetry) => unknown) | undefined;
  /** Once for a call that fails. */
  onError?: ((failure: HookError) => unknown) | undefined;
}

const HOOKS = ['onRequest', 'onResponse', 'onRetry', 'onError'] satisfies (keyof Hooks)[];

export function checkHooks(hooks: Hooks | undefined): Hooks | undefined {
  checkNames(hooks ?? {}, HOOKS, 'hooks');
  for (const name of HOOKS) checkType(name, hooks?.[name], 'function');
  return hooks;
}

/** Calls the hook without waiting for it. Async, so that a rejection is ignored like a throw. */
export async function callHook<Info>(hook: ((info: Info) => unknown) | undefined, info: Info): Promise<void> {
  try {
    await hook?.(info);
  } catch {}
}
