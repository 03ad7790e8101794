import { expect, it } from 'vitest';
import { runMigration } from '../../../server/db/migrate/run-migration.ts';
import * as orderEntries from '../../../server/db/migrations/046-order-entries.ts';
import { stepsOf } from '../../../server/db/migrations/migration.ts';
import { onServer } from '../../support/databases.ts';
import { stocked } from '../../support/shop.ts';
import { useTestEnvironment } from '../../support/test-environment.ts';
import { openShop } from '../../support/trade.ts';

it('migration 046 lists what older releases have recorded, and keeps what was listed meanwhile', async () => {
  const environment = await useTestEnvironment();
  const { db } = environment.context;
  const { tp, order, move } = await openShop(environment);
  const { sku } = await stocked(tp, 100);
  const ids: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    const { id } = await order({ items: [{ sku, quantity: 5 }] });
    await move(id, 'In_Transit');
    await tp.orders.addPayment(id, { amount: 20, method: '"}' });
    await tp.orders.addPayment(id, { amount: 1, method: 'pix' });
    await tp.orders.voidPayment(id, 2, { reason: 'Engano' });
    await tp.orders.refund(id, { amount: 1, reason: 'r' });
    await tp.orders.return(id, { items: [{ line: 1, quantity: 1 }], restock: false, reason: 'r' });
    await tp.orders.addDeliveryAttempt(id, { outcome: 'failed', reason: 'closed' });
    ids.push(id);
  }
  await order({ items: [{ sku, quantity: 1 }] });
  const rows = () =>
    db.query<{ updated_at: Date }>('SELECT * FROM order_entries ORDER BY tenant_id, kind, id', []);
  const before = await rows();
  expect(before).toHaveLength(3 * 5);
  // As if the service had recorded something on the third order after the triggers were there.
  await db.query('DELETE FROM order_entries WHERE order_id <> $1', [ids[2]]);
  const fill = stepsOf(orderEntries).filter((step) => typeof step !== 'string');
  await onServer(environment.databaseUrl, async (client) => {
    await client.query('DROP INDEX stock_movements_created; DROP INDEX coupon_redemptions_created');
    await client.query("DELETE FROM schema_migrations WHERE name = '046-order-entries'");
    await runMigration(client, { name: orderEntries.name, steps: fill }, {});
  });
  // When an entry was changed isn't known of older orders: it's when the order was.
  const timeless = (all: object[]) => all.map((row) => ({ ...row, updated_at: undefined }));
  expect(timeless(await rows())).toEqual(timeless(before));
  const updated = (await rows()).filter((row) => !before.some((old) => old.updated_at >= row.updated_at));
  expect(updated).toEqual([]);
});
