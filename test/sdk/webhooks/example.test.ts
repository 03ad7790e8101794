import type { PoolClient } from 'pg';
import { expect, it } from 'vitest';
import { signTestDelivery } from '../../../sdk/src/webhooks/testing/index.ts';
import { SECRET } from './deliveries.ts';
import { EXAMPLE, kill, startExample } from './example-app.ts';
import { usePostgres } from './open-stores.ts';

const orderCreated = {
  secret: SECRET,
  event: { event_type: 'order.created', data: { order_id: 5001, total: 134.7 } },
};

/** The app of WEBHOOKS.md on a database of its own, and the means to hold it in the middle of its handler. */
async function openShop() {
  const { url, pool } = await usePostgres();
  const app = await startExample(url, SECRET);
  const delivery = await signTestDelivery(orderCreated);
  let holder: PoolClient;
  return {
    app,
    restart: () => startExample(url, SECRET),
    deliverTo: ({ url }: { url: string }) => fetch(url, delivery),
    rows: async () => (await pool.query('SELECT order_id, total FROM new_orders')).rows,
    /** The handler's INSERT waits from now on. */
    async hold() {
      holder = await pool.connect();
      await holder.query('BEGIN; LOCK TABLE new_orders IN ACCESS EXCLUSIVE MODE');
    },
    letGo: () => holder.query('COMMIT').finally(() => holder.release()),
    untilHandlerWaits: () =>
      expect
        .poll(async () => {
          const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
            AND wait_event_type = 'Lock' AND query LIKE 'INSERT INTO new_orders%'`;
          return (await pool.query(waiting)).rows.length;
        })
        .toBe(1),
    letLeaseRunOut: () => pool.query('UPDATE tradepost_webhook_events SET lease_ends = clock_timestamp()'),
  };
}

const ONE_ROW = [{ order_id: '5001', total: '134.7' }];

it('has at most 30 lines', () => {
  expect(EXAMPLE.trimEnd().split('\n').length).toBeLessThanOrEqual(30);
});

it('takes an order.created to the table exactly once, killed in the middle and started again', async () => {
  const shop = await openShop();
  await shop.hold();
  const first = shop.deliverTo(shop.app).catch(() => 'no answer');
  await shop.untilHandlerWaits();
  await kill(shop.app.process);
  await shop.letGo();
  expect(await first).toBe('no answer');

  const app = await shop.restart();
  expect((await shop.deliverTo(app)).status).toBe(409); // it still has its lease
  expect(await shop.rows()).toEqual([]);
  await shop.letLeaseRunOut();
  expect((await shop.deliverTo(app)).status).toBe(200);
  expect(await (await shop.deliverTo(app)).json()).toEqual({ outcome: 'duplicate' });
  expect(await shop.rows()).toEqual(ONE_ROW);
});

it('takes it to the table exactly once, stopped past its lease while another process handles it', async () => {
  const shop = await openShop();
  const other = await shop.restart();
  await shop.hold();
  const late = shop.deliverTo(shop.app);
  await shop.untilHandlerWaits();
  shop.app.process.kill('SIGSTOP');
  await shop.letGo();
  await shop.letLeaseRunOut();
  expect((await shop.deliverTo(other)).status).toBe(200);

  shop.app.process.kill('SIGCONT');
  expect((await late).status).toBe(500);
  expect(shop.app.errors()).toContain('was taken over by somebody else');
  expect(await shop.rows()).toEqual(ONE_ROW);
});

it('writes one row for 100 deliveries at once', async () => {
  const shop = await openShop();
  const answers = await Promise.all(Array.from({ length: 100 }, () => shop.deliverTo(shop.app)));
  expect(answers.map(({ status }) => status)).toContain(200);
  expect(await shop.rows()).toEqual(ONE_ROW);
});
