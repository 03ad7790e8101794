import { StartStopped } from '../../base/environment/start-error.ts';
import { STOP_SIGNALS, takeHeldSignal } from './held-signals.ts';

/** npm passes Ctrl-C on to its child, although the terminal has sent it to both. The echo comes at once. */
const ECHO_MS = 1_000;

export interface StopSignals {
  /** The first signal asks the process to stop. */
  readonly first: Promise<string>;
  /** The second one, at least a second later, asks it not to wait any longer. */
  readonly second: Promise<string>;
  /** Aborted by the first signal, for what has to stop while the process starts. */
  readonly starting: AbortSignal;
}

/** Takes over SIGTERM and SIGINT, which would otherwise end the process at once. */
export function takeStopSignals(monotonicMs: () => number = () => performance.now()): StopSignals {
  let firstMs: number | undefined;
  let resolveFirst = (_signal: string): void => {};
  let resolveSecond = (_signal: string): void => {};
  const first = new Promise<string>((resolve) => {
    resolveFirst = resolve;
  });
  const second = new Promise<string>((resolve) => {
    resolveSecond = resolve;
  });
  const starting = new AbortController();
  const onSignal = (signal: string): void => {
    if (firstMs === undefined) {
      resolveFirst(signal);
      starting.abort(new StartStopped(signal));
    }
    if (firstMs !== undefined && monotonicMs() - firstMs >= ECHO_MS) resolveSecond(signal);
    firstMs ??= monotonicMs();
  };
  for (const signal of STOP_SIGNALS) process.on(signal, onSignal);
  const held = takeHeldSignal();
  if (held) onSignal(held);
  return { first, second, starting: starting.signal };
}
