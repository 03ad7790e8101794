import type { WebhookEvent } from './events.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

// One for all deliveries: creating one takes longer than decoding a small body.
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Checks only the envelope, which is what identifies an event. The data isn't validated, so that fields that later
 * versions add break nothing. `eventType` comes from the header; empty if it has none.
 */
export function readEvent(bytes: Uint8Array, eventType: string, tenantId?: number): WebhookEvent {
  const event = parse(bytes);
  if (!isEnvelope(event)) throw new WebhookVerificationError('malformed_body');
  if ((tenantId ?? event.tenant_id) !== event.tenant_id)
    throw new WebhookVerificationError('tenant_mismatch');
  if (eventType === '' || eventType === event.event_type) return event;
  throw new WebhookVerificationError('event_type_mismatch');
}

/** Undefined if it isn't JSON. */
export function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    return undefined; // JSON.parse's error quotes the body
  }
}

function isEnvelope(value: unknown): value is WebhookEvent {
  if (!(value instanceof Object)) return false;
  const { event_type, event_id, tenant_id, data } = value as Record<string, unknown>;
  return (
    typeof event_type === 'string' &&
    typeof event_id === 'string' &&
    event_id.length > 0 &&
    Number.isSafeInteger(tenant_id) &&
    data instanceof Object
  );
}
