/** The base class of every error that this package throws. It is never thrown itself. */
export class TradepostError extends Error {
  /** The name of the class. */
  // A getter and not a field: the stack begins with the right name, and JSON and the console don't show it as a member.
  override get name(): string {
    return 'TradepostError';
  }
}

/**
 * The package was configured or called incorrectly: an API key with a line break, an empty secret, a webhook body that
 * was parsed before it was verified. No response and no delivery causes it, so retrying doesn't help.
 */
export class ConfigurationError extends TradepostError {
  override get name(): string {
    return 'ConfigurationError';
  }
}
