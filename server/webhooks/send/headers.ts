import type { ClaimedDelivery } from '../queue/claim.ts';
import { type SigningKey, serviceSignature, standardWebhooksSignature } from './rules/signature.ts';
import type { SigningKeys } from './signing-keys.ts';

/**
 * Every header of a delivery beyond those that HTTP needs: the specified ones, those of Standard Webhooks, and the mark of
 * a test event. Timestamp and signatures are new for each attempt.
 */
export function deliveryHeaders(
  delivery: Pick<ClaimedDelivery, 'id' | 'eventId' | 'kind' | 'body' | 'test'>,
  keys: SigningKeys,
  nowMs: number,
): Record<string, string> {
  const { id, eventId, kind, body, test } = delivery;
  const timestamp = String(Math.floor(nowMs / 1000));
  const [key, previous] = keys;
  const standard = (each: SigningKey) => standardWebhooksSignature(each, eventId, timestamp, body);
  return {
    'content-type': 'application/json',
    // Nothing is decoded that doesn't have to be: what is compressed all the same can't be read by staff.
    'accept-encoding': 'identity',
    'user-agent': 'Tradepost-Webhooks/1',
    'x-service-event': kind,
    'x-service-delivery-id': id,
    'x-service-timestamp': timestamp,
    'x-service-signature': serviceSignature(key, timestamp, body),
    ...(previous !== undefined && {
      'x-service-signature-previous': serviceSignature(previous, timestamp, body),
    }),
    ...(test && { 'x-service-test': 'true' }),
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': previous === undefined ? standard(key) : `${standard(key)} ${standard(previous)}`,
  };
}
