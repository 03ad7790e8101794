import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../server/accounts/audit/actor.ts';
import type { Context } from '../../../server/main/context.ts';
import { advanceRecoveries } from '../../../server/webhooks/recovery/advance-recoveries.ts';
import { type ResendResult, resend } from '../../../server/webhooks/recovery/resend.ts';
import { startRecovery } from '../../../server/webhooks/recovery/start-recovery.ts';
import { useEndpoint } from '../../support/test-endpoint.ts';
import { emit, inconsistentDeliveries, subscribed } from '../../support/webhook-fixtures.ts';
import { deliveriesOf, letTimePass, useWorker } from '../../support/webhooks.ts';

const UNKNOWN = '0d9f3f0e-5a43-4d92-8f0a-0b9c8f1f6a51';
/** Rounds of a race: a bug that shows one time in ten is almost certain to show up. */
const ROUNDS = 60;

/** An endpoint that responds as the test sets it, and one event for it. */
async function oneDelivery(status = 500) {
  const state = { status };
  const endpoint = await useEndpoint((res) => void res.writeHead(state.status).end());
  const made = await subscribed(endpoint.url);
  const { context, tenantId, worker } = made;
  await emit(context, tenantId);
  const delivery = async () => (await deliveriesOf(context, tenantId))[0]!;
  const { id } = await delivery();
  const attempt = async (): Promise<number> => {
    await letTimePass(context, tenantId);
    return worker.tick();
  };
  return { ...made, state, endpoint, id, delivery, attempt };
}

const numbersOf = async ({ db }: Context): Promise<number[]> =>
  (await db.query<{ number: number }>('SELECT number FROM webhook_attempts ORDER BY number', [])).map(
    ({ number }) => number,
  );

describe('a resend', () => {
  it('gives a FAILED delivery a new round of five attempts, after which it is FAILED again', async () => {
    const { context, tenantId, id, delivery, attempt } = await oneDelivery();
    for (let n = 1; n <= 5; n += 1) await attempt();
    expect(await delivery()).toMatchObject({ status: 'FAILED', attempt_number: 5 });
    expect(await attempt()).toBe(0);
    expect(await resend(context.db, OPERATOR, { tenantId, id })).toBe('resent');
    expect(await delivery()).toMatchObject({ status: 'PENDING', attempt_number: 5 });
    for (let n = 6; n <= 9; n += 1) {
      expect(await attempt()).toBe(1);
      expect(await delivery()).toMatchObject({ status: 'RETRYING', attempt_number: n });
    }
    await attempt();
    expect(await delivery()).toMatchObject({ status: 'FAILED', attempt_number: 10 });
    expect(await attempt()).toBe(0);
    expect(await numbersOf(context)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await inconsistentDeliveries(context)).toEqual([]);
  });

  it('waits after its first failed attempt like a new delivery', async () => {
    const { context, tenantId, id, delivery, attempt } = await oneDelivery();
    for (let n = 1; n <= 5; n += 1) await attempt();
    await resend(context.db, OPERATOR, { tenantId, id });
    await attempt();
    const { wait_seconds } = await delivery();
    expect(wait_seconds).toBeGreaterThan(50);
    expect(wait_seconds).toBeLessThanOrEqual(60);
  });

  it('sends a SUCCESS delivery once more, with the same bytes', async () => {
    const { context, tenantId, id, delivery, endpoint, attempt } = await oneDelivery(200);
    await attempt();
    expect(await delivery()).toMatchObject({ status: 'SUCCESS', attempt_number: 1 });
    expect(await resend(context.db, OPERATOR, { tenantId, id })).toBe('resent');
    expect(await delivery()).toMatchObject({ status: 'PENDING' });
    await attempt();
    expect(await delivery()).toMatchObject({ status: 'SUCCESS', attempt_number: 2 });
    const [one, two] = endpoint.received as [(typeof endpoint.received)[number], never];
    expect(endpoint.received).toHaveLength(2);
    expect(two).toMatchObject({ body: one.body });
    expect(await inconsistentDeliveries(context)).toEqual([]);
  });

  it('sends a RETRYING delivery at once, in a new round of five attempts', async () => {
    const { context, tenantId, id, delivery, worker, attempt } = await oneDelivery();
    for (let n = 1; n <= 3; n += 1) await attempt();
    expect(await worker.tick()).toBe(0);
    expect(await resend(context.db, OPERATOR, { tenantId, id })).toBe('resent');
    const { status, wait_seconds } = await delivery();
    expect(status).toBe('PENDING');
    expect(wait_seconds).toBeLessThanOrEqual(0);
    expect(await worker.tick()).toBe(1);
    for (let n = 5; n <= 8; n += 1) await attempt();
    expect(await delivery()).toMatchObject({ status: 'FAILED', attempt_number: 8 });
    expect(await inconsistentDeliveries(context)).toEqual([]);
  });

  it('is refused while the delivery is being sent', async () => {
    let response: ResendResult | undefined;
    const endpoint = await useEndpoint(async (res) => {
      const [delivery] = await deliveriesOf(made.context, made.tenantId);
      response = await resend(made.context.db, OPERATOR, { tenantId: made.tenantId, id: delivery!.id });
      res.writeHead(200).end();
    });
    const made = await subscribed(endpoint.url);
    const { context, tenantId, worker } = made;
    await emit(context, tenantId);
    await worker.tick();
    expect(response).toBe('sending');
    expect(await deliveriesOf(context, tenantId)).toMatchObject([{ status: 'SUCCESS', attempt_number: 1 }]);
    expect(await worker.tick()).toBe(0);
  });

  it('is refused for a delivery that does not exist', async () => {
    const { context, tenantId } = await subscribed('http://127.0.0.1:9/');
    expect(await resend(context.db, OPERATOR, { tenantId, id: UNKNOWN })).toBe('unknown');
  });
});

describe('concurrent resends', () => {
  it('start one round, whichever comes first', async () => {
    const { context, tenantId, id, delivery, worker } = await oneDelivery(200);
    await worker.tick();
    for (let round = 1; round <= ROUNDS; round += 1) {
      const responses = await Promise.all(
        Array.from({ length: 5 }, () => resend(context.db, OPERATOR, { tenantId, id })),
      );
      expect(responses).toContain('resent');
      expect(await inconsistentDeliveries(context)).toEqual([]);
      await worker.tick();
      expect(await delivery()).toMatchObject({ status: 'SUCCESS', attempt_number: round + 1 });
    }
  });

  it('racing with claims and completions neither number an attempt twice nor lose the queue row', async () => {
    const { context, tenantId, id, state, endpoint } = await oneDelivery(200);
    const workers = [useWorker(context), useWorker(context), useWorker(context)];
    let done = false;
    const working = workers.map(async (worker) => {
      while (!done) await worker.tick();
    });
    const resending = Array.from({ length: 4 }, async (_, n) => {
      const responses: ResendResult[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        if (n === 0) state.status = round % 2 === 0 ? 500 : 200;
        responses.push(await resend(context.db, OPERATOR, { tenantId, id }));
      }
      return responses;
    });
    const responses = (await Promise.all(resending)).flat();
    done = true;
    await Promise.all(working);
    expect(responses).toContain('resent');
    expect(await inconsistentDeliveries(context)).toEqual([]);
    expect(endpoint.received).toHaveLength((await numbersOf(context)).length);
  }, 600_000);

  it('racing with a recovery put a FAILED delivery back into the queue once', async () => {
    const { context, tenantId, id, key, delivery, worker, state } = await oneDelivery();
    state.status = 200;
    await worker.tick();
    const range = { from: '2001-01-01T00:00:00Z', until: '2101-01-01T00:00:00Z' };
    for (let round = 1; round <= ROUNDS / 3; round += 1) {
      await context.db.query("UPDATE webhook_deliveries SET status = 'FAILED'", []);
      await startRecovery(context.db, OPERATOR, key, range);
      const recovering = async (): Promise<void> => {
        while ((await context.db.query("SELECT FROM webhook_recoveries WHERE status = 'running'", [])).length)
          await advanceRecoveries(context.db);
      };
      await Promise.all([
        recovering(),
        resend(context.db, OPERATOR, { tenantId, id }),
        resend(context.db, OPERATOR, { tenantId, id }),
      ]);
      expect(await inconsistentDeliveries(context)).toEqual([]);
      await worker.tick();
      expect(await delivery()).toMatchObject({ status: 'SUCCESS', attempt_number: round + 1 });
    }
  });
});
