import { TradepostError } from '../../errors/tradepost-error.ts';

/** What to check, for each reason. In one table, because these texts are half of the entry's size. */
const MESSAGES = {
  missing_signature: 'X-Service-Signature is missing. Pass the headers as they arrived.',
  malformed_signature:
    'X-Service-Signature is not sha256= and 64 lowercase hex digits. Pass the headers as they arrived.',
  missing_timestamp: 'X-Service-Timestamp is missing. Pass the headers as they arrived.',
  malformed_timestamp: 'X-Service-Timestamp is not Unix seconds. Pass the headers as they arrived.',
  timestamp_out_of_tolerance: 'X-Service-Timestamp differs from this clock by ',
  signature_mismatch:
    'The signature does not match. Compare the secret with the panel, and pass the raw bytes as they arrived.',
  malformed_body: 'The body is not an event. Does another service have the secret?',
  tenant_mismatch: 'The event is not of the tenant of tenantId. Does another tenant have the secret?',
  event_type_mismatch: 'X-Service-Event is not the event_type. Pass the headers as they arrived.',
};

export type WebhookRefusal = keyof typeof MESSAGES;

/**
 * A delivery that must not be acted on; respond with 401. The message says what to check. It is safe to log: it
 * contains neither the secret nor the body nor the right signature.
 */
export class WebhookVerificationError extends TradepostError {
  override get name(): string {
    return 'WebhookVerificationError';
  }

  /** Why the delivery was refused. */
  readonly reason: WebhookRefusal;

  constructor(reason: WebhookRefusal, found = '') {
    super(MESSAGES[reason] + found);
    this.reason = reason;
  }
}
