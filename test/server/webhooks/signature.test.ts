import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import {
  createSigningKey,
  serviceSignature,
  standardWebhooksSignature,
} from '../../../server/webhooks/send/rules/signature.ts';
import known from '../../vectors/signature.json' with { type: 'json' };

describe('the X-Service-Signature', () => {
  it.each(known.vectors.filter(({ valid }) => valid))('matches the test vector $name', (vector) => {
    const body = Buffer.from(vector.body_base64, 'base64');
    expect(serviceSignature(createSigningKey(vector.secret), vector.timestamp, body)).toBe(vector.signature);
  });
});

describe('the signature of Standard Webhooks', () => {
  const id = '7b0f0c1e-6b55-4c0e-9d5e-0f6f4f3f9a11';
  const secret = randomBytes(48).toString('base64').replaceAll(/[+/]/g, 'x');
  const timestamp = String(Math.floor(Date.now() / 1000));
  const body = '{"name":"Café"}';
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': standardWebhooksSignature(createSigningKey(secret), id, timestamp, body),
  };

  it('is accepted by the Standard Webhooks library with the secret unchanged', () => {
    expect(new Webhook(secret).verify(body, headers)).toEqual({ name: 'Café' });
  });

  it('is refused by that library for another body or another secret', () => {
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow('No matching signature');
    expect(() =>
      new Webhook(secret.replace(/^./, secret.startsWith('Z') ? 'Y' : 'Z')).verify(body, headers),
    ).toThrow('No matching signature');
  });
});
