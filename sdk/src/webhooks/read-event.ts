import type { WebhookEvent } from './events.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

/**
 * Only the envelope is looked at, by which an event is told apart and done once. The data is not validated, so that
 * a field that a later version adds breaks nothing.
 */
export function readEvent(bytes: Uint8Array): WebhookEvent {
  const event = parse(bytes);
  if (isEnvelope(event)) return event;
  throw new WebhookVerificationError(
    'malformed_body',
    'The signature fits, but the body is not an event. Has another service the same secret?',
  );
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined; // what JSON.parse throws quotes the body
  }
}

function isEnvelope(value: unknown): value is WebhookEvent {
  if (typeof value !== 'object' || value === null) return false;
  const { event_type, event_id, tenant_id, data } = value as Record<string, unknown>;
  return (
    typeof event_type === 'string' &&
    typeof event_id === 'string' &&
    typeof tenant_id === 'number' &&
    typeof data === 'object' &&
    data !== null
  );
}
