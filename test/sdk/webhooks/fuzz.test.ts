import type { WebhookDelivery } from '@tradepost/sdk/webhooks';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../../sdk/src/webhooks/stores/memory.ts';
import { BODY, headersOf, NOW, OTHER_SECRET, SECRET } from './deliveries.ts';
import { RUNTIMES } from './runtimes.ts';

const RUNS = 2_000;

/** The genuine body with bytes changed, inserted or removed. Never the genuine one. */
const otherBody = fc
  .array(
    fc.record({
      at: fc.nat(BODY.length),
      remove: fc.nat(3),
      insert: fc.uint8Array({ maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((edits) => {
    let bytes: Buffer = BODY;
    for (const { at, remove, insert } of edits)
      bytes = Buffer.concat([bytes.subarray(0, at), insert, bytes.subarray(at + remove)]);
    return bytes;
  })
  .filter((bytes) => !bytes.equals(BODY));

const genuine = headersOf();
const anyValue = fc.oneof(
  fc.constant(undefined),
  fc.string({ unit: 'binary' }),
  fc.array(fc.string(), { maxLength: 3 }),
  fc.constantFrom('sha256=', `sha256=${'0'.repeat(64)}`, `SHA256=${'0'.repeat(64)}`, '1767225600', '0', '-1'),
);
/** The genuine signature with one character changed. */
const flippedSignature = fc
  .record({ at: fc.integer({ min: 7, max: 70 }), digit: fc.constantFrom(...'0123456789abcdefABCDEFg ') })
  .map(({ at, digit }) => {
    const signature = genuine['x-service-signature']!;
    return signature.slice(0, at) + digit + signature.slice(at + 1);
  })
  .filter((signature) => signature !== genuine['x-service-signature']);

const otherHeaders = fc.oneof(
  fc.record({
    'x-service-signature': fc.oneof(anyValue, flippedSignature),
    'x-service-signature-previous': fc.oneof(anyValue, flippedSignature),
    'x-service-timestamp': fc.oneof(anyValue, fc.constant(genuine['x-service-timestamp'])),
    'x-service-event': anyValue,
  }),
  // The genuine signature with another time.
  fc
    .integer({ min: NOW - 400, max: NOW + 400 })
    .filter((seconds) => seconds !== NOW)
    .map((seconds) => ({ ...genuine, 'x-service-timestamp': String(seconds) })),
);

describe.each(RUNTIMES)('verify with %s', (_name, { verify, WebhookVerificationError, ...webhooks }) => {
  const { createWebhookReceiver } = webhooks;

  async function expectRefused(delivery: unknown): Promise<void> {
    const options = { ...(delivery as WebhookDelivery), secrets: [SECRET, OTHER_SECRET], now: NOW };
    const refusal = await verify(options).then(
      () => 'accepted',
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(WebhookVerificationError);
  }

  it('refuses every body but the genuine one, always with a WebhookVerificationError', async () => {
    await verify({ body: BODY, headers: genuine, secret: SECRET, now: NOW }); // the genuine one is accepted
    const property = fc.asyncProperty(otherBody, (body) => expectRefused({ body, headers: genuine }));
    await fc.assert(property, { numRuns: RUNS });
  });

  it('refuses all headers but the genuine ones, always with a WebhookVerificationError', async () => {
    const property = fc.asyncProperty(otherHeaders, (headers) => expectRefused({ body: BODY, headers }));
    await fc.assert(property, { numRuns: RUNS });
  });

  it('refuses signed bytes of any kind with a WebhookVerificationError', async () => {
    const anyBytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.json().map((text) => Buffer.from(text)),
    );
    const property = fc.asyncProperty(anyBytes, (body) => expectRefused({ body, headers: headersOf(body) }));
    await fc.assert(property, { numRuns: RUNS });
  });

  it('makes the receiver respond with 401 to any forged delivery', async () => {
    const receiver = createWebhookReceiver({
      secrets: [SECRET],
      store: memoryStore(),
      onReport: () => {},
      clock: () => NOW * 1000,
    });
    receiver.onOther(() => {
      throw new Error('a forged delivery was handled');
    });
    const property = fc.asyncProperty(otherBody, otherHeaders, async (body, headers) => {
      const { status } = await receiver.receive({ method: 'POST', headers, body });
      expect(status).toBe(401);
    });
    await fc.assert(property, { numRuns: RUNS });
  });
});
