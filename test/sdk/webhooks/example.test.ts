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

/** The app of WEBHOOKS.md with its own database, and ways to pause it in the middle of its handler. */
async function openShop() {
  const { url, pool } = await usePostgres();
  const app = await startExample(url, SECRET);
  const delivery = await signTestDelivery(orderCreated);
  let locker: PoolClient;
  return {
    app,
    restart: () => startExample(url, SECRET),
    deliverTo: ({ url }: { url: string }) => fetch(url, delivery),
    rows: async () => (await pool.query('SELECT order_id, total FROM new_orders')).rows,
    /** Makes the handler's INSERT wait. */
    async lockTable() {
      locker = await pool.connect();
      await locker.query('BEGIN; LOCK TABLE new_orders IN ACCESS EXCLUSIVE MODE');
    },
    unlockTable: () => locker.query('COMMIT').finally(() => locker.release()),
    untilHandlerWaits: () =>
      expect
        .poll(async () => {
          const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
            AND wait_event_type = 'Lock' AND query LIKE 'INSERT INTO new_orders%'`;
          return (await pool.query(waiting)).rows.length;
        })
        .toBe(1),
    expireLease: () => pool.query('UPDATE tradepost_webhook_events SET lease_ends = clock_timestamp()'),
  };
}

const ONE_ROW = [{ order_id: '5001', total: '134.7' }];

it('the example of WEBHOOKS.md has at most 30 lines', () => {
  expect(EXAMPLE.trimEnd().split('\n').length).toBeLessThanOrEqual(30);
});

it('the example writes an order exactly once when it is killed in its handler and restarted', async () => {
  const shop = await openShop();
  await shop.lockTable();
  const first = shop.deliverTo(shop.app).catch(() => 'no response');
  await shop.untilHandlerWaits();
  await kill(shop.app.process);
  await shop.unlockTable();
  expect(await first).toBe('no response');

  const app = await shop.restart();
  expect((await shop.deliverTo(app)).status).toBe(409); // its lease is still running
  expect(await shop.rows()).toEqual([]);
  await shop.expireLease();
  expect((await shop.deliverTo(app)).status).toBe(200);
  expect(await (await shop.deliverTo(app)).json()).toEqual({ outcome: 'duplicate' });
  expect(await shop.rows()).toEqual(ONE_ROW);
});

it('the example writes an order exactly once when it is paused past its lease while another process handles it', async () => {
  const shop = await openShop();
  const other = await shop.restart();
  await shop.lockTable();
  const late = shop.deliverTo(shop.app);
  await shop.untilHandlerWaits();
  shop.app.process.kill('SIGSTOP');
  await shop.unlockTable();
  await shop.expireLease();
  expect((await shop.deliverTo(other)).status).toBe(200);

  shop.app.process.kill('SIGCONT');
  expect((await late).status).toBe(500);
  expect(shop.app.errors()).toContain('another delivery claimed it');
  expect(await shop.rows()).toEqual(ONE_ROW);
});

it('the example writes one row for 100 concurrent deliveries', async () => {
  const shop = await openShop();
  const responses = await Promise.all(Array.from({ length: 100 }, () => shop.deliverTo(shop.app)));
  expect(responses.map(({ status }) => status)).toContain(200);
  expect(await shop.rows()).toEqual(ONE_ROW);
});
