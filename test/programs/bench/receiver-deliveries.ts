import { createHmac, randomUUID } from 'node:crypto';

export const SECRET = '0123456789abcdef'.repeat(4);

export interface BenchDelivery {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Different order events of about `bytes` bytes, with the headers as a Node server would pass them on. */
export function signedDeliveries(count: number, bytes: number): BenchDelivery[] {
  const timestamp = String(Math.floor(Date.now() / 1000));
  return Array.from({ length: count }, () => {
    const eventId = randomUUID();
    const body = Buffer.from(orderEvent(eventId, bytes));
    const standard = createHmac('sha256', Buffer.from(SECRET, 'base64'));
    const headers = {
      host: '127.0.0.1:4000',
      connection: 'keep-alive',
      'user-agent': 'Tradepost-Webhooks',
      'content-type': 'application/json',
      'content-length': String(body.length),
      'x-service-event': 'order.created',
      'x-service-delivery-id': randomUUID(),
      'x-service-timestamp': timestamp,
      'x-service-signature': `sha256=${createHmac('sha256', SECRET).update(`${timestamp}.`).update(body).digest('hex')}`,
      'webhook-id': eventId,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${standard.update(`${eventId}.${timestamp}.`).update(body).digest('base64')}`,
    };
    return { body, headers };
  });
}

const LINE = {
  product_id: 1001,
  sku: 'CAF-500',
  name: 'Café torrado 500 g',
  quantity: 3,
  unit_price: 39.9,
  price_source: { type: 'product', price_table_id: null },
  subtotal: 119.7,
  discount: 0,
  total: 119.7,
};

function orderEvent(eventId: string, bytes: number): string {
  const linesAbove = Math.max(1, Math.round((bytes - 300) / JSON.stringify(LINE).length));
  return JSON.stringify({
    event_type: 'order.created',
    event_id: eventId,
    tenant_id: 42,
    occurred_at: '2026-02-01T09:30:00.000Z',
    data: {
      order_id: 5001,
      customer_id: 77,
      total: 134.7,
      status: 'Pending',
      order: { id: 5001, customer_id: 77, items: Array.from({ length: linesAbove }, () => LINE) },
    },
  });
}
