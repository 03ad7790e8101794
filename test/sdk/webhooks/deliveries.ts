import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { WebhookRefusal } from '@tradepost/sdk/webhooks';

export interface Vector {
  name: string;
  secret: string;
  timestamp: string;
  body_base64: string;
  signature: string;
  now: number;
  valid: boolean;
  why?: WebhookRefusal;
}

const file = new URL('../../vectors/signature.json', import.meta.url);
export const { vectors }: { vectors: [Vector, ...Vector[]] } = JSON.parse(readFileSync(file, 'utf8'));

/** Unix seconds. */
export const NOW = 1767225600;
export const SECRET = '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef';
export const OTHER_SECRET = 'Zk9vYmFyQmF6UXV4MDEyMzQ1Njc4OUFCQ0RFRkdISUpLTE1OT1BRUlNUVVZXWFla';
/** An order.created of tenant 42. */
export const BODY = Buffer.from(vectors[0].body_base64, 'base64');

export function sign(body: string | Uint8Array, timestamp = String(NOW), secret = SECRET): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`;
}

/** The headers of a delivery, signed with node:crypto and not with the package. */
export function headersOf(
  body: string | Uint8Array = BODY,
  { secret = SECRET, timestamp = String(NOW) } = {},
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'x-service-signature': sign(body, timestamp, secret),
    'x-service-timestamp': timestamp,
  };
}

export interface EventParts {
  readonly event_type?: string;
  readonly event_id?: string;
  readonly tenant_id?: number;
  readonly test?: boolean;
  readonly data?: object;
}

/** The body of an event, by default an order.created. */
export function bodyOf(parts: EventParts = {}): string {
  return JSON.stringify({
    event_type: 'order.created',
    event_id: '7b0f0c1e-6b55-4c0e-9d5e-0f6f4f3f9a11',
    tenant_id: 42,
    occurred_at: '2026-01-01T00:00:00.000Z',
    data: { order_id: 1001 },
    ...parts,
  });
}
