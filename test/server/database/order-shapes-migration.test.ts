import { expect, it } from 'vitest';
import { runMigration } from '../../../server/db/migrate/run-migration.ts';
import * as orderShapes from '../../../server/db/migrations/043-order-shapes.ts';
import { onServer } from '../../support/databases.ts';
import { stocked } from '../../support/shop.ts';
import { useTestEnvironment } from '../../support/test-environment.ts';
import { openShop } from '../../support/trade.ts';

const ADDRESS = { street: 'Rua XV de Novembro', city: 'Curitiba', country: 'BR' };
const SHIPPING = { amount: 15, method: 'PAC', address: ADDRESS };

it('migration 043 gives orders of older releases the shape that they have today, and leaves others as they are', async () => {
  const environment = await useTestEnvironment();
  const { db } = environment.context;
  const { tp, order } = await openShop(environment);
  // Names that look like what the migration looks for.
  const product = await stocked(tp, 100, { name: '{"amount":1} "returned_quantity":} ' });
  const placed = { items: [{ product_id: product.id, quantity: 2 }], shipping: SHIPPING };
  const [older, current] = [await order(placed), await order({ ...placed, shipping: undefined })];
  for (const { id } of [older, current])
    for (const amount of [1, 2]) await tp.orders.addPayment(id, { amount, method: 'p} "amount":' });
  const before = [await tp.orders.get(older.id), await tp.orders.get(current.id)];
  const payments = before[0]!.payments.map(({ id, voided_at, void_reason, ...payment }) => payment);
  const items = before[0]!.items.map(({ returned_quantity, ...line }) => line);
  const texts = [payments, items, SHIPPING].map((value) => JSON.stringify(value));
  await db.query('UPDATE orders SET payments = $2, items = $3, shipping = $4 WHERE id = $1', [
    older.id,
    ...texts,
  ]);
  await db.query("DELETE FROM schema_migrations WHERE name = '043-order-shapes'", []);
  await onServer(environment.databaseUrl, (client) => runMigration(client, orderShapes, {}));
  expect([await tp.orders.get(older.id), await tp.orders.get(current.id)]).toEqual(before);
});
