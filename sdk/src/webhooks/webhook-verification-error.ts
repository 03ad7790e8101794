import { TradepostError } from '../errors/tradepost-error.ts';

export type WebhookRefusal =
  | 'missing_signature'
  | 'malformed_signature'
  | 'missing_timestamp'
  | 'malformed_timestamp'
  | 'timestamp_out_of_tolerance'
  | 'signature_mismatch'
  | 'malformed_body';

/**
 * A delivery that must not be acted on; answer it with 401. The message says what to look at and may be logged: it
 * holds neither the secret nor the body nor the signature that would have fitted.
 */
export class WebhookVerificationError extends TradepostError {
  override get name(): string {
    return 'WebhookVerificationError';
  }

  readonly reason: WebhookRefusal;

  constructor(reason: WebhookRefusal, message: string) {
    super(message);
    this.reason = reason;
  }
}
