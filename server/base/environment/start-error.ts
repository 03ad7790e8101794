/** The process can't start, for a reason that the operator can change. The message is complete without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Invalid settings or options. The message lists every mistake, one per line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** A signal ended the start, which is no failure. */
export class StartStopped extends Error {
  override readonly name = 'StartStopped';
  readonly signal: string;
  constructor(signal: string) {
    super(`stopping before the start is complete: got ${signal}`);
    this.signal = signal;
  }
}
