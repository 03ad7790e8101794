import { expect, it } from 'vitest';
import { runMigration } from '../../../server/db/migrate/run-migration.ts';
import { sql } from '../../../server/db/migrations/028-order-search.ts';
import * as salesReport from '../../../server/db/migrations/034-sales-report.ts';
import { onServer } from '../../support/databases.ts';
import { stocked } from '../../support/shop.ts';
import { useTestEnvironment } from '../../support/test-environment.ts';
import { openShop } from '../../support/trade.ts';

it('migrations 028 and 034 find orders from before by their products and by when they were placed, and sum them', async () => {
  const environment = await useTestEnvironment();
  const { db } = environment.context;
  const { tp, order } = await openShop(environment);
  const [a, b] = [await stocked(tp, 10), await stocked(tp, 10)];
  const line = (product: { id: number }) => ({ product_id: product.id, quantity: 2 });
  const both = await order({ items: [line(a), line(b), line(a)] });
  const one = await order({ items: [line(b)] });
  // The columns got their scale from these migrations, and lost it in 045.
  const quantities = 'trim_scale(quantity) AS quantity, trim_scale(returned_quantity) AS returned_quantity';
  const linesOf = async () =>
    db.query(`SELECT *, ${quantities} FROM order_lines ORDER BY order_id, line`, []);
  const written = await linesOf();
  await db.query(
    `DROP TRIGGER orders_lines_inserted ON orders; DROP TRIGGER orders_lines_updated ON orders;
     DROP FUNCTION orders_lines; DROP TABLE order_lines;
     ALTER TABLE orders DROP placed_at; DROP STATISTICS orders_payment_status_of_tenant;
     DROP INDEX orders_channel, orders_channel_updated, orders_coupon_code, orders_coupon_code_updated, orders_payment_status, orders_payment_status_updated`,
    [],
  );
  await db.query(sql, []);
  await db.query("DELETE FROM schema_migrations WHERE name = '034-sales-report'", []);
  await onServer(environment.databaseUrl, (client) => runMigration(client, salesReport, {}));
  // As the next start does for every document whose revision is older.
  await db.query(`UPDATE orders SET document = ''`, []);
  expect(await linesOf()).toEqual(written);
  expect(written.map((row) => Number((row as { product_id: number }).product_id))).toEqual([
    a.id,
    b.id,
    a.id,
    b.id,
  ]);
  expect((await tp.orders.list({ product_id: a.id })).data.map(({ id }) => id)).toEqual([both.id]);
  expect((await tp.orders.list({ placed_before: one.created_at })).data).toMatchObject([both]);
});
