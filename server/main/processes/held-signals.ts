export const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;

let held: NodeJS.Signals | undefined;
const hold = (signal: NodeJS.Signals): void => {
  held ??= signal;
};

/** Keeps signals that come while the program is loaded. */
export function holdSignals(): void {
  for (const signal of STOP_SIGNALS) process.on(signal, hold);
}

/** Returns the one that came, if any. From here on the caller, or Node, handles them. */
export function takeHeldSignal(): NodeJS.Signals | undefined {
  for (const signal of STOP_SIGNALS) process.off(signal, hold);
  return held;
}

/** For a program that can be ended at any time. */
export function releaseSignals(): void {
  const signal = takeHeldSignal();
  if (signal) process.kill(process.pid, signal);
}
