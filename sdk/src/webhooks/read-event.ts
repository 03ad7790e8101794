import type { WebhookEvent } from './events.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

// One for all deliveries: to make one takes longer than to read a small body with it.
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Only the envelope is looked at, by which an event is told apart and done once. The data is not validated, so that
 * a field that a later version adds breaks nothing. `kind` is the header's, empty where it is not known.
 */
export function readEvent(bytes: Uint8Array, eventType: string): WebhookEvent {
  const event = parse(bytes);
  if (!isEnvelope(event)) throw new WebhookVerificationError('malformed_body');
  if (eventType === '' || eventType === event.event_type) return event;
  throw new WebhookVerificationError('event_type_mismatch');
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    return undefined; // what JSON.parse throws quotes the body
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
