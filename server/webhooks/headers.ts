import type { Claimed } from './claim.ts';
import { signatureOf, standardSignatureOf } from './signature.ts';

/** The texts of a registration's secrets, the newest first. There are two while one is being rotated. */
export type Secrets = readonly [secret: string, previous?: string];

/**
 * Everything that goes out beside what HTTP itself needs: the document's headers, those of Standard Webhooks, and a mark
 * on tests. Both signatures are made anew for each attempt.
 */
export function headersOf(claimed: Claimed, secrets: Secrets, nowMs: number): Record<string, string> {
  const { id, eventId, kind, body, test } = claimed;
  const timestamp = String(Math.floor(nowMs / 1000));
  const [secret, previous] = secrets;
  const standard = (each: string) => standardSignatureOf(each, eventId, timestamp, body);
  return {
    'content-type': 'application/json',
    'user-agent': 'Tradepost-Webhooks/1',
    'x-service-event': kind,
    'x-service-delivery-id': id,
    'x-service-timestamp': timestamp,
    'x-service-signature': signatureOf(secret, timestamp, body),
    ...(previous !== undefined && { 'x-service-signature-previous': signatureOf(previous, timestamp, body) }),
    ...(test && { 'x-service-test': 'true' }),
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature':
      previous === undefined ? standard(secret) : `${standard(secret)} ${standard(previous)}`,
  };
}
