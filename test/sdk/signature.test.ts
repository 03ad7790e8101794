import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import {
  ConfigurationError,
  type VerifyOptions,
  verify,
  verifySignature,
  type WebhookRefusal,
  WebhookVerificationError,
} from '@tradepost/sdk/webhooks';
import { describe, expect, it } from 'vitest';

interface Vector {
  name: string;
  secret: string;
  timestamp: string;
  body_base64: string;
  signature: string;
  now: number;
  valid: boolean;
  why?: WebhookRefusal;
}

const file = new URL('../vectors/signature.json', import.meta.url);
const { vectors }: { vectors: [Vector, ...Vector[]] } = JSON.parse(readFileSync(file, 'utf8'));
const [orderCreated] = vectors;

const NOW = 1767225600;
const SECRET = '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef';
const OTHER_SECRET = 'Zk9vYmFyQmF6UXV4MDEyMzQ1Njc4OUFCQ0RFRkdISUpLTE1OT1BRUlNUVVZXWFla';
const BODY = Buffer.from(orderCreated.body_base64, 'base64');

function sign(body: string | Uint8Array, timestamp = String(NOW), secret = SECRET): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`;
}

function delivery(body: string | Uint8Array = BODY) {
  return { body, signature: sign(body), timestamp: String(NOW), secret: SECRET, now: NOW };
}

function refusalOf(options: unknown): WebhookVerificationError {
  try {
    verify(options as VerifyOptions);
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

describe('the known answers', () => {
  it.each(vectors)('$name', ({ secret, timestamp, body_base64, signature, now, valid, why }) => {
    const options = { body: Buffer.from(body_base64, 'base64'), signature, timestamp, secret, now };
    const headers = { 'x-service-signature': signature, 'x-service-timestamp': timestamp };
    const withHeaders = { body: options.body, headers, secret, now };

    if (valid) {
      expect(() => verifySignature(options)).not.toThrow();
      expect(() => verifySignature(withHeaders)).not.toThrow();
    } else {
      expect(refusalOf(options).reason).toBe(why);
      expect(refusalOf(withHeaders).reason).toBe(why);
    }
  });
});

describe('verify', () => {
  it('answers the event', () => {
    const event = verify(delivery());
    expect(event).toEqual(JSON.parse(BODY.toString()));
    expect(event.event_type).toBe('order.created');
  });

  it('takes the body as text, as bytes, as a part of a larger buffer and as an ArrayBuffer', () => {
    const padded = Buffer.concat([Buffer.from('..'), BODY, Buffer.from('..')]);
    const bodies = [
      BODY.toString(),
      new Uint8Array(BODY),
      padded.subarray(2, -2),
      new DataView(padded.buffer, padded.byteOffset + 2, BODY.length),
      new Uint8Array(BODY).buffer,
    ];
    for (const body of bodies) expect(verify({ ...delivery(), body } as VerifyOptions).tenant_id).toBe(42);
  });

  it('finds the headers in whatever letter case and form they come', () => {
    const { signature, timestamp } = delivery();
    const forms = [
      new Headers({ 'X-Service-Signature': signature, 'X-Service-Timestamp': timestamp }),
      { 'X-Service-Signature': signature, 'X-SERVICE-TIMESTAMP': timestamp },
      { 'x-service-signature': [signature], 'x-service-timestamp': [timestamp], cookie: undefined },
    ];
    for (const headers of forms)
      expect(verify({ body: BODY, headers, secret: SECRET, now: NOW }).tenant_id).toBe(42);
  });

  it('refuses a header that came twice', () => {
    const { signature, timestamp } = delivery();
    const headers = { 'x-service-signature': [signature, signature], 'x-service-timestamp': timestamp };
    expect(refusalOf({ body: BODY, headers, secret: SECRET, now: NOW }).reason).toBe('malformed_signature');
  });

  it('accepts any of several secrets', () => {
    const { secret: _, ...rest } = delivery();
    expect(verify({ ...rest, secrets: [OTHER_SECRET, SECRET] }).tenant_id).toBe(42);
    expect(verify({ ...rest, secrets: [SECRET, OTHER_SECRET] }).tenant_id).toBe(42);
    expect(refusalOf({ ...rest, secrets: [OTHER_SECRET] }).reason).toBe('signature_mismatch');
  });

  it('takes the time from the clock, and the tolerance from its caller', () => {
    const timestamp = String(Math.floor(Date.now() / 1000) - 400);
    const signed = { body: BODY, signature: sign(BODY, timestamp), timestamp, secret: SECRET };
    expect(refusalOf(signed).reason).toBe('timestamp_out_of_tolerance');
    expect(verify({ ...signed, toleranceSeconds: 500 }).tenant_id).toBe(42);
  });

  it.each(['0', '01767225600', ' 1767225600', '1767225600\n', '1e9', '0x6955b900', '-1', '١٧٦٧٢٢٥٦٠٠'])(
    'refuses the timestamp %j although it is signed',
    (timestamp) => {
      const options = { body: BODY, signature: sign(BODY, timestamp), timestamp, secret: SECRET, now: NOW };
      expect(refusalOf(options).reason).toBe('malformed_timestamp');
    },
  );

  it.each([
    ['nothing', ''],
    ['no JSON', 'hello'],
    [
      'bytes that are not UTF-8',
      Buffer.from('{"event_type":"x","event_id":"x","tenant_id":1,"data":{"name":"\xff"}}', 'latin1'),
    ],
    ['JSON that is no object', 'null'],
    ['an object that is no event', '{}'],
    ['an event without data', JSON.stringify({ event_type: 'x', event_id: 'x', tenant_id: 1 })],
  ])('refuses a signed body with %s, and does not quote it', (_name, body) => {
    const refusal = refusalOf(delivery(body));
    expect(refusal.reason).toBe('malformed_body');
    expect(inspect(refusal)).not.toContain('hello');
  });

  it('passes on a kind of event that it does not know', () => {
    const body = JSON.stringify({ event_type: 'order.refunded', event_id: 'x', tenant_id: 1, data: {} });
    expect(verify(delivery(body)).event_type).toBe('order.refunded');
  });

  it('shows neither the secret nor the body nor the signature that would fit', () => {
    for (const { valid, ...vector } of vectors) {
      if (valid) continue;
      const body = Buffer.from(vector.body_base64, 'base64');
      const shown = inspect(refusalOf({ ...vector, body }), { showHidden: true });
      for (const hidden of [
        vector.secret,
        'customer_id',
        sign(body, vector.timestamp, vector.secret).slice(7),
      ]) {
        expect(shown).not.toContain(hidden);
      }
    }
  });
});

describe('a call that is wrong in itself', () => {
  it.each([
    ['an empty secret', { secret: '' }],
    ['a missing secret', { secret: undefined }],
    ['a short secret', { secret: 'whsec_short' }],
    ['a text in place of several secrets', { secret: undefined, secrets: SECRET }],
    ['no secrets', { secret: undefined, secrets: [] }],
    ['an empty secret among several', { secret: undefined, secrets: [SECRET, ''] }],
    ['a time that is not a number', { now: Number.NaN }],
    ['a tolerance that is not a number', { toleranceSeconds: Number.NaN }],
    ['a tolerance below zero', { toleranceSeconds: -1 }],
  ])('is refused with %s', (_name, wrong) => {
    expect(() => verify({ ...delivery(), ...wrong } as unknown as VerifyOptions)).toThrow(ConfigurationError);
  });

  it('refuses an empty secret even where the signature fits it', () => {
    const signature = sign(BODY, String(NOW), '');
    expect(() => verify({ ...delivery(), signature, secret: '' })).toThrow(ConfigurationError);
  });

  it.each([
    ['a parsed body', JSON.parse(BODY.toString()), /parsed already.*express\.raw/],
    ['a missing body', undefined, /missing.*express\.raw/],
  ])('is refused with %s, and told how to get the raw one', (_name, body, sentence) => {
    const call = () => verify({ ...delivery(), body } as unknown as VerifyOptions);
    expect(call).toThrow(ConfigurationError);
    expect(call).toThrow(sentence);
  });
});
