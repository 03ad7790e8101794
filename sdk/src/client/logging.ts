import { ApiError } from '../errors/api-error.ts';
import { printable } from '../errors/sanitize.ts';
import { ConfigurationError, TradepostError } from '../errors/tradepost-error.ts';
import { checkNames, checkType } from '../transport/check-options.ts';
import { callHook, checkHooks, type HookAttempt, type Hooks } from '../transport/hooks.ts';
import { environmentVariable } from './config.ts';

/**
 * `console` is one, and so are the loggers of pino and winston. Each call passes one line of text. A method may be
 * async: nobody waits for it, and what it throws is ignored.
 */
export interface Logger {
  /** Each attempt, before it is sent. */
  debug(message: string): unknown;
  /** Each response. */
  info(message: string): unknown;
  /** Each retry. */
  warn(message: string): unknown;
  /** Each call that failed, except for refusals with 4xx. */
  error(message: string): unknown;
}

const LEVELS = ['off', 'error', 'warn', 'info', 'debug'] as const;

/** Each level has the lines of those before it. */
export type LogLevel = (typeof LEVELS)[number];

export interface LoggingOptions {
  /** Where the lines go. Defaults to `console`. */
  logger?: Logger | undefined;
  /** Defaults to the environment variable TRADEPOST_LOG, or else to `off`. */
  logLevel?: LogLevel | undefined;
  /** Your own hooks, called after each line. */
  hooks?: Hooks | undefined;
}

/**
 * Hooks that write a log: `new Tradepost({ hooks: logging() })`. The lines have neither the key nor queries nor bodies,
 * and of a refusal only its status and code: its detail may quote what was sent.
 */
export function logging(options: LoggingOptions = {}): Hooks {
  checkNames(options, ['logger', 'logLevel', 'hooks']);
  const { logger = console } = options;
  const hooks = checkHooks(options.hooks) ?? {};
  const highest = rankOf(options.logLevel ?? (environmentVariable('TRADEPOST_LOG') || 'off'));
  if (highest === 0) return hooks;

  /** The hook, with a line of the log before it. */
  function logged<Info>(
    level: keyof Logger,
    line: (info: Info) => string | undefined,
    hook: ((info: Info) => unknown) | undefined,
  ): (info: Info) => unknown {
    if (rankOf(level) > highest) return (info) => hook?.(info);
    checkType(`logger.${level}`, logger[level] ?? null, 'function');
    const write = (info: Info) => {
      const text = line(info);
      // Returned, because a logger may be async, and callHook ignores its rejection.
      return text === undefined ? undefined : logger[level](printable(`tradepost: ${text}`));
    };
    return (info) => {
      callHook(write, info);
      return hook?.(info);
    };
  }

  return {
    onRequest: logged('debug', attemptOf, hooks.onRequest),
    onResponse: logged(
      'info',
      (info) =>
        `${attemptOf(info)} returned ${info.status} in ${info.durationMs} ms, request ${info.requestId}`,
      hooks.onResponse,
    ),
    onRetry: logged(
      'warn',
      (info) => `${attemptOf(info)} failed, retrying in ${info.delayMs} ms or more: ${reasonOf(info.error)}`,
      hooks.onRetry,
    ),
    onError: logged(
      'error',
      ({ method, url, error }) =>
        isRefusal(error) ? undefined : `${method} ${pathOf(url)} failed: ${reasonOf(error)}`,
      hooks.onError,
    ),
  };
}

function rankOf(level: string): number {
  const rank = LEVELS.indexOf(level as LogLevel);
  if (rank < 0) throw new ConfigurationError(`logLevel is ${level}. Pass ${LEVELS.join(', ')}.`);
  return rank;
}

const attemptOf = ({ method, url, attempt }: HookAttempt): string =>
  `${method} ${pathOf(url)} (attempt ${attempt})`;

const pathOf = (url: string): string => url.replace(/^\w+:\/\/[^/]+/, '');

const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status < 500;

/** An error of the program, such as an abort's reason, may say anything. */
function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return `${error.status} ${error.code ?? ''}`.trimEnd();
  if (error instanceof TradepostError) return error.message;
  return error instanceof Error ? error.name : 'aborted';
}
