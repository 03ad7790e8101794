import { inspect } from 'node:util';
import type { WebhookVerificationError as Refusal, VerifyOptions } from '@tradepost/sdk/webhooks';
import { describe, expect, it } from 'vitest';
import { BODY, bodyOf, headersOf, NOW, OTHER_SECRET, SECRET, sign, vectors } from './deliveries.ts';
import { RUNTIMES } from './runtimes.ts';

function delivery(body: string | Uint8Array = BODY, signature = sign(body), timestamp = String(NOW)) {
  const headers = { 'x-service-signature': signature, 'x-service-timestamp': timestamp };
  return { body, headers, secret: SECRET, now: NOW };
}

const isEvent = (body: Buffer): boolean => /^{"event_type":.*"data":{/s.test(body.toString());

describe.each(RUNTIMES)('verify with %s', (_name, webhooks) => {
  const { ConfigurationError, verify, WebhookVerificationError } = webhooks;

  const tenantOf = async (options: unknown) => (await verify(options as VerifyOptions)).tenant_id;
  async function refusalOf(options: unknown): Promise<Refusal> {
    const error = await verify(options as VerifyOptions).then(
      () => new Error('it was accepted'),
      (reason: unknown) => reason,
    );
    if (error instanceof WebhookVerificationError) return error;
    throw error;
  }

  it.each(vectors)('agrees with the test vector: $name', async (vector) => {
    const { secret, timestamp, body_base64, signature, now, valid, why } = vector;
    const body = Buffer.from(body_base64, 'base64');
    const options = { ...delivery(body, signature, timestamp), secret, now };
    // The body is parsed only if the signature matches.
    if (valid && isEvent(body)) expect(await verify(options)).toEqual(JSON.parse(body.toString()));
    else expect((await refusalOf(options)).reason).toBe(valid ? 'malformed_body' : why);
  });

  it('does not take a non-hex digit for a zero', async () => {
    // A body whose digest has a zero byte, which is then replaced with non-hex digits.
    const bodies = Array.from({ length: 100 }, (_, n) => bodyOf({ event_id: String(n) }));
    const body = bodies.find((text) => /^sha256=(..)*00/.test(sign(text)))!;
    expect(await tenantOf(delivery(body))).toBe(42);
    const signature = sign(body).replace(/^(sha256=(?:..)*?)00/, '$1zz');
    expect((await refusalOf(delivery(body, signature))).reason).toBe('malformed_signature');
  });

  it.each(['tenantID', 'tenant_id', 'tolerance', 'toleranceSecs', 'secret,secrets', ''])(
    'refuses the option %j, and names those that there are',
    async (name) => {
      const options = { ...delivery(), [name]: 43 } as unknown as VerifyOptions;
      await expect(verify(options)).rejects.toThrow(ConfigurationError);
      await expect(verify(options)).rejects.toThrow(/^There is no option .*toleranceSeconds/);
    },
  );

  it('takes the method that came along with headers and body', async () => {
    expect(await tenantOf({ ...delivery(), method: 'POST', tenantId: 42 })).toBe(42);
  });

  it('returns the event', async () => {
    const event = await verify(delivery());
    expect(event).toEqual(JSON.parse(BODY.toString()));
    expect(event.event_type).toBe('order.created');
  });

  it('accepts the body as text, bytes, a part of a larger buffer and an ArrayBuffer', async () => {
    const padded = Buffer.concat([Buffer.from('..'), BODY, Buffer.from('..')]);
    const bodies = [
      BODY.toString(),
      new Uint8Array(BODY),
      padded.subarray(2, -2),
      new DataView(padded.buffer, padded.byteOffset + 2, BODY.length),
      new Uint8Array(BODY).buffer,
    ];
    for (const body of bodies) expect(await tenantOf({ ...delivery(), body })).toBe(42);
  });

  it('finds the headers in any letter case and form', async () => {
    const [signature, timestamp] = [sign(BODY), String(NOW)];
    const forms = [
      new Headers({ 'X-Service-Signature': signature, 'X-Service-Timestamp': timestamp }),
      { 'X-Service-Signature': signature, 'X-SERVICE-TIMESTAMP': timestamp },
      { 'x-service-signature': [signature], 'x-service-timestamp': [timestamp], cookie: undefined },
    ];
    for (const headers of forms)
      expect(await tenantOf({ body: BODY, headers, secret: SECRET, now: NOW })).toBe(42);
  });

  it('refuses a repeated header', async () => {
    const [signature, timestamp] = [sign(BODY), String(NOW)];
    const headers = { 'x-service-signature': [signature, signature], 'x-service-timestamp': timestamp };
    const refusal = await refusalOf({ body: BODY, headers, secret: SECRET, now: NOW });
    expect(refusal.reason).toBe('malformed_signature');
  });

  it('accepts any of several secrets', async () => {
    const { secret: _, ...rest } = delivery();
    expect(await tenantOf({ ...rest, secrets: [OTHER_SECRET, SECRET] })).toBe(42);
    expect(await tenantOf({ ...rest, secrets: [SECRET, OTHER_SECRET] })).toBe(42);
    expect((await refusalOf({ ...rest, secrets: [OTHER_SECRET] })).reason).toBe('signature_mismatch');
  });

  it('accepts the signature of either secret while one is being replaced', async () => {
    const headers = {
      ...headersOf(BODY, { secret: OTHER_SECRET }),
      'x-service-signature-previous': sign(BODY),
    };
    for (const secrets of [[SECRET], [OTHER_SECRET], [OTHER_SECRET, SECRET]])
      expect(await tenantOf({ body: BODY, headers, secrets, now: NOW })).toBe(42);
    const neither = [SECRET.replace('0', '1')];
    expect((await refusalOf({ body: BODY, headers, secrets: neither, now: NOW })).reason).toBe(
      'signature_mismatch',
    );
  });

  it.each(['nonsense', `sha256=${'0'.repeat(63)}`, ''])(
    'accepts a matching X-Service-Signature when X-Service-Signature-Previous is %j',
    async (previous) => {
      const headers = { ...headersOf(), 'x-service-signature-previous': previous };
      expect(await tenantOf({ body: BODY, headers, secret: SECRET, now: NOW })).toBe(42);
    },
  );

  it('refuses a delivery without X-Service-Signature even if X-Service-Signature-Previous matches', async () => {
    const { 'x-service-signature': signature, ...headers } = headersOf();
    const refusal = await refusalOf({
      body: BODY,
      headers: { ...headers, 'x-service-signature-previous': signature },
      secret: SECRET,
      now: NOW,
    });
    expect(refusal.reason).toBe('missing_signature');
  });

  it('refuses an X-Service-Event that is not the event_type of the body', async () => {
    const options = { body: BODY, secret: SECRET, now: NOW };
    const withEventType = (eventType: string) => ({
      ...options,
      headers: { ...headersOf(), 'x-service-event': eventType },
    });
    expect(await tenantOf(withEventType('order.created'))).toBe(42);
    expect((await refusalOf(withEventType('product.deleted'))).reason).toBe('event_type_mismatch');
    expect((await refusalOf(withEventType('Order.Created'))).reason).toBe('event_type_mismatch');
  });

  it('uses the clock by default, and the given tolerance', async () => {
    const timestamp = String(Math.floor(Date.now() / 1000) - 400);
    const { now: _, ...signed } = delivery(BODY, sign(BODY, timestamp), timestamp);
    expect((await refusalOf(signed)).reason).toBe('timestamp_out_of_tolerance');
    expect(await tenantOf({ ...signed, toleranceSeconds: 500 })).toBe(42);
  });

  it.each(['0', '01767225600', ' 1767225600', '1767225600\n', '1e9', '0x6955b900', '-1', '١٧٦٧٢٢٥٦٠٠'])(
    'refuses the signed timestamp %j',
    async (timestamp) => {
      const refusal = await refusalOf(delivery(BODY, sign(BODY, timestamp), timestamp));
      expect(refusal.reason).toBe('malformed_timestamp');
    },
  );

  it.each([
    ['no content', ''],
    ['text that is not JSON', 'hello'],
    [
      'bytes that are not UTF-8',
      Buffer.from('{"event_type":"x","event_id":"x","tenant_id":1,"data":{"name":"\xff"}}', 'latin1'),
    ],
    ['JSON that is not an object', 'null'],
    ['an object that is not an event', '{}'],
    ['an event without data', bodyOf({ data: undefined })],
    ['an event with an empty id', bodyOf({ event_id: '' })],
    ['a tenant id that is not an integer', bodyOf({ tenant_id: 1.5 })],
  ])('refuses a signed body with %s without quoting it', async (_what, body) => {
    const refusal = await refusalOf(delivery(body));
    expect(refusal.reason).toBe('malformed_body');
    expect(inspect(refusal)).not.toContain('hello');
  });

  it('returns an event of an unknown type', async () => {
    const event = await verify(delivery(bodyOf({ event_type: 'order.refunded' })));
    expect(event.event_type).toBe('order.refunded');
  });

  it.each(vectors.filter(({ valid }) => !valid))(
    'shows neither the secret, the body nor the right signature: $name',
    async ({ secret, now, signature, timestamp, body_base64 }) => {
      const body = Buffer.from(body_base64, 'base64');
      const refusal = await refusalOf({ ...delivery(body, signature, timestamp), secret, now });
      const shown = inspect(refusal, { showHidden: true });
      const expected = sign(body, timestamp, secret).slice(7);
      for (const hidden of [secret, 'customer_id', expected]) expect(shown).not.toContain(hidden);
    },
  );

  it.each([
    ['an empty secret', { secret: '' }],
    ['a missing secret', { secret: undefined }],
    ['a short secret', { secret: 'whsec_short' }],
    ['a string instead of a list of secrets', { secret: undefined, secrets: SECRET }],
    ['no secrets', { secret: undefined, secrets: [] }],
    ['an empty secret among several', { secret: undefined, secrets: [SECRET, ''] }],
    ['a tolerance that is not a number', { toleranceSeconds: Number.NaN }],
    ['a tolerance below zero', { toleranceSeconds: -1 }],
    ['a tolerance without an end', { toleranceSeconds: Number.POSITIVE_INFINITY }],
    ['a tenant that is not a number', { tenantId: '42' }],
  ])('throws a ConfigurationError for %s', async (_what, wrong) => {
    await expect(verify({ ...delivery(), ...wrong } as unknown as VerifyOptions)).rejects.toThrow(
      ConfigurationError,
    );
  });

  it('refuses every delivery at a time that is not a number', async () => {
    const refusal = await refusalOf({ ...delivery(), now: Number.NaN });
    expect(refusal.reason).toBe('timestamp_out_of_tolerance');
  });

  it('says that the signature is missing when there are no headers', async () => {
    expect((await refusalOf({ ...delivery(), headers: undefined })).reason).toBe('missing_signature');
  });

  it('throws for an empty secret even if the signature matches it', async () => {
    const signature = sign(BODY, String(NOW), '');
    await expect(verify({ ...delivery(BODY, signature), secret: '' })).rejects.toThrow(ConfigurationError);
  });

  it.each([
    ['a parsed body', JSON.parse(BODY.toString()), /is parsed already\. Pass the raw bytes/],
    ['a missing body', undefined, /is missing\. Pass the raw bytes/],
  ])('throws a ConfigurationError for %s that says how to get the raw one', async (_what, body, sentence) => {
    const call = verify({ ...delivery(), body } as unknown as VerifyOptions);
    await expect(call).rejects.toThrow(ConfigurationError);
    await expect(call).rejects.toThrow(sentence);
  });
});

it('the edge entry exports the same names as the Node entry', () => {
  const [[, node], [, edge]] = RUNTIMES as [(typeof RUNTIMES)[number], (typeof RUNTIMES)[number]];
  expect(Object.keys(edge).sort()).toEqual(Object.keys(node).sort());
});
