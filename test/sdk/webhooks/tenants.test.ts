import type { VerifyOptions, WebhookReceiverOptions } from '@tradepost/sdk/webhooks';
import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../../sdk/src/webhooks/stores/memory.ts';
import { BODY, bodyOf, headersOf, NOW, OTHER_SECRET, SECRET } from './deliveries.ts';
import { RUNTIMES } from './runtimes.ts';

const NEW_SECRET = 'a1B2c3D4'.repeat(8);

describe.each(RUNTIMES)(
  'a receiver with %s',
  (_name, { createWebhookReceiver, verify, WebhookVerificationError }) => {
    function open(options: Partial<WebhookReceiverOptions<unknown>>) {
      const tenants: number[] = [];
      const receiver = createWebhookReceiver({
        secrets: [SECRET, OTHER_SECRET],
        store: memoryStore(),
        clock: () => NOW * 1000,
        onReport: () => {},
        ...options,
      });
      receiver.onOther(({ tenant_id }) => void tenants.push(tenant_id));
      const deliver = async (tenant_id: unknown, secret: string, body = bodyOf({ tenant_id } as object)) => {
        const { status, body: response } = await receiver.receive({
          headers: headersOf(body, { secret }),
          body,
        });
        return [status, JSON.parse(response).reason];
      };
      return { tenants, deliver };
    }

    it('refuses an event of another tenant than tenantId', async () => {
      const { deliver, tenants } = open({ tenantId: 2 });
      expect(await deliver(3, SECRET)).toEqual([401, 'tenant_mismatch']);
      expect(await deliver(3, NEW_SECRET)).toEqual([401, 'signature_mismatch']);
      expect(await deliver(2, OTHER_SECRET)).toEqual([200, undefined]);
      expect(tenants).toEqual([2]);
    });

    it('accepts an event only with a secret of its tenant', async () => {
      const { deliver, tenants } = open({ secrets: { 2: [SECRET], 3: [NEW_SECRET, OTHER_SECRET] } });
      expect(await deliver(3, SECRET)).toEqual([401, 'signature_mismatch']);
      expect(await deliver(2, OTHER_SECRET)).toEqual([401, 'signature_mismatch']);
      expect(await deliver(4, SECRET)).toEqual([401, 'signature_mismatch']);
      for (const [tenant, secret] of [
        [2, SECRET],
        [3, OTHER_SECRET],
        [3, NEW_SECRET],
      ] as const)
        expect((await deliver(tenant, secret))[0]).toBe(200);
      expect(tenants).toEqual([2, 3]);
    });

    it.each(['2', [2], 2.5, null, undefined, '__proto__', 'constructor', {}, true])(
      'refuses the signed tenant_id %j',
      async (tenant) => {
        const { deliver, tenants } = open({ secrets: { 2: [SECRET] } });
        expect((await deliver(tenant, SECRET))[0]).toBe(401);
        expect(tenants).toEqual([]);
      },
    );

    it.each(['', 'hello', 'null', '[]', '{'])('refuses the signed body %j', async (body) => {
      const { deliver } = open({ secrets: { 2: [SECRET] } });
      expect((await deliver(2, SECRET, body))[0]).toBe(401);
    });

    it('has verify with the same options', async () => {
      const delivery = { body: BODY, headers: headersOf(), now: NOW };
      const accepted: Partial<VerifyOptions>[] = [
        { secret: SECRET, tenantId: 42 },
        { secrets: { 42: [SECRET] } },
      ];
      const refused: Partial<VerifyOptions>[] = [
        { secret: SECRET, tenantId: 43 },
        { secrets: { 43: [SECRET] } },
      ];
      for (const options of accepted)
        expect((await verify({ ...delivery, ...options } as VerifyOptions)).tenant_id).toBe(42);
      for (const options of refused)
        await expect(verify({ ...delivery, ...options } as VerifyOptions)).rejects.toThrow(
          WebhookVerificationError,
        );
    });
  },
);
