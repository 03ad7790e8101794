import { execFileSync } from 'node:child_process';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { signTestDelivery } from '../../../sdk/src/webhooks/testing/index.ts';
import { OTHER_SECRET, SECRET, vectors } from './deliveries.ts';
import { RUNTIMES } from './runtimes.ts';

const event = { event_type: 'order.created', data: { order_id: 1001, name: 'Café ☕' } };

/** The signature by the openssl program, independent of the package. */
function openssl(secret: string, timestamp: string, body: string | Uint8Array): string {
  const output = execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret, '-hex'], {
    input: Buffer.concat([Buffer.from(`${timestamp}.`), Buffer.from(body as string)]),
  });
  return `sha256=${output.toString().trim().split(' ').at(-1)}`;
}

describe('openssl signs the same', () => {
  it.each(vectors.filter(({ valid, secret }) => valid && secret !== ''))(
    'as the test vector: $name',
    (vector) => {
      const body = Buffer.from(vector.body_base64, 'base64');
      expect(openssl(vector.secret, vector.timestamp, body)).toBe(vector.signature);
    },
  );

  it('as signTestDelivery', async () => {
    const { headers, body } = await signTestDelivery({
      secret: SECRET,
      previousSecret: OTHER_SECRET,
      event,
      timestamp: 1767225600,
    });
    expect(headers['x-service-signature']).toBe(openssl(SECRET, '1767225600', body));
    expect(headers['x-service-signature-previous']).toBe(openssl(OTHER_SECRET, '1767225600', body));
  });

  it.each(RUNTIMES)('as verify accepts with %s', async (_name, { verify }) => {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const { body } = await signTestDelivery({ secret: SECRET, event });
    const signature = openssl(SECRET, timestamp, body);
    const headers = { 'x-service-signature': signature, 'x-service-timestamp': timestamp };
    expect(await verify({ body, headers, secret: SECRET })).toMatchObject(event);
  });
});

describe('the standardwebhooks package verifies what signTestDelivery signs', () => {
  it('with the secret as it is', async () => {
    const { headers, body } = await signTestDelivery({ secret: SECRET, event });
    expect(new Webhook(SECRET).verify(body, headers)).toMatchObject(event);
    expect(() => new Webhook(OTHER_SECRET).verify(body, headers)).toThrow('No matching signature');
    expect(() => new Webhook(SECRET).verify(`${body} `, headers)).toThrow('No matching signature');
  });

  it('with either secret while one is being replaced', async () => {
    const { headers, body } = await signTestDelivery({ secret: SECRET, previousSecret: OTHER_SECRET, event });
    for (const secret of [SECRET, OTHER_SECRET])
      expect(new Webhook(secret).verify(body, headers)).toMatchObject(event);
  });
});

describe('signTestDelivery', () => {
  it('fills in the envelope and the headers, and keeps what it was given', async () => {
    const { headers, body } = await signTestDelivery({
      secret: SECRET,
      event: { ...event, tenant_id: 42 },
      timestamp: 1767225600,
      deliveryId: '0d9f3f0e-5a43-4d92-8f0a-0b9c8f1f6a51',
    });
    expect(JSON.parse(body)).toEqual({
      ...event,
      event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      tenant_id: 42,
      occurred_at: '2026-01-01T00:00:00.000Z',
    });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'order.created',
      'x-service-delivery-id': '0d9f3f0e-5a43-4d92-8f0a-0b9c8f1f6a51',
      'x-service-timestamp': '1767225600',
      'webhook-id': JSON.parse(body).event_id,
    });
    expect(headers).not.toHaveProperty('x-service-test');
    expect(headers).not.toHaveProperty('x-service-signature-previous');
  });

  it('marks a test event as the panel does', async () => {
    const { headers, body } = await signTestDelivery({ secret: SECRET, event: { ...event, test: true } });
    expect(headers['x-service-test']).toBe('true');
    expect(JSON.parse(body).test).toBe(true);
  });

  it('omits the Standard Webhooks headers if the secret is not base64', async () => {
    const { headers } = await signTestDelivery({ secret: '-'.repeat(64), event });
    expect(Object.keys(headers).filter((name) => name.startsWith('webhook-'))).toEqual([]);
  });
});
