import { TradepostError } from '../errors/tradepost-error.ts';

/** What to look at, for each reason. In one table, since its words are half of what this entry weighs. */
const ADVICE = {
  missing_signature:
    'There is no X-Service-Signature. Pass the headers as they arrived; a proxy may have removed it.',
  malformed_signature:
    'X-Service-Signature is not sha256= and 64 lowercase hex digits. Pass its value unchanged.',
  missing_timestamp:
    'There is no X-Service-Timestamp. Pass the headers as they arrived; a proxy may have removed it.',
  malformed_timestamp: 'X-Service-Timestamp is not Unix seconds. Pass its value unchanged.',
  timestamp_out_of_tolerance:
    'X-Service-Timestamp is too far from this clock. The clock is wrong, or an old delivery is played again.',
  signature_mismatch:
    'The signature does not fit. Compare the secret with the one in the panel, and pass the raw bytes: JSON that was parsed and serialised again differs.',
  malformed_body: 'The signature fits, but the body is not an event. Has another service the same secret?',
  event_type_mismatch:
    'X-Service-Event is not the event_type of the body. It is not signed: look for what changes it on the way.',
};

export type WebhookRefusal = keyof typeof ADVICE;

/**
 * A delivery that must not be acted on; answer it with 401. The message says what to look at and may be logged: it
 * holds neither the secret nor the body nor the signature that would have fitted.
 */
export class WebhookVerificationError extends TradepostError {
  override get name(): string {
    return 'WebhookVerificationError';
  }

  readonly reason: WebhookRefusal;

  constructor(reason: WebhookRefusal, found = '') {
    super(ADVICE[reason] + found);
    this.reason = reason;
  }
}
