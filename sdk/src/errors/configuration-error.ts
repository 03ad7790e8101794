import { TradepostError } from './tradepost-error.ts';

/**
 * The package was set up or called wrongly: an API key with a line break, a secret that is empty, a body that was
 * parsed before it was verified. No answer and no delivery causes it, so repeating does not help.
 */
export class ConfigurationError extends TradepostError {
  override get name(): string {
    return 'ConfigurationError';
  }
}
