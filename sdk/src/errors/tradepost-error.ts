/** The base of every error that this package makes. It is never thrown itself. */
export class TradepostError extends Error {
  // A getter and not a field: the stack begins with the right name, and JSON and the console stay free of it.
  override get name(): string {
    return 'TradepostError';
  }
}
