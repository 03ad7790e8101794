import { expect, it } from 'vitest';
import { sql } from '../../../server/db/migrations/009-stock-and-payments.ts';
import { eventsOf } from '../../support/events.ts';
import { stocked } from '../../support/shop.ts';
import { useTestEnvironment } from '../../support/test-environment.ts';
import { openShop } from '../../support/trade.ts';

it('migration 009 marks existing free orders as paid, with the event, and marks balances of deleted products', async () => {
  const environment = await useTestEnvironment();
  const { db } = environment.context;
  const { tp, order, move, tenantId } = await openShop(environment);
  const product = await stocked(tp, 10, { price: 0 });
  const gone = await stocked(tp, 10);
  const items = [{ product_id: product.id, quantity: 1 }];
  const [free, canceled] = [await order({ items }), await order({ items })];
  await move(canceled.id, 'Canceled');
  await tp.products.delete(gone.id);
  await db.query('UPDATE orders SET paid_at = NULL', []);
  await db.query(`DELETE FROM events WHERE kind = 'order.payment_confirmed'`, []);
  await db.query('ALTER TABLE stock_balances DROP deleted_at', []);
  await db.query(sql, []);
  const paid = await tp.orders.get(free.id);
  expect(paid).toMatchObject({ paid_at: paid.updated_at, version: 2 });
  expect((await tp.orders.get(canceled.id)).paid_at).toBeNull();
  const confirmed = (await eventsOf(environment, tenantId)).filter(
    ({ event_type }) => event_type === 'order.payment_confirmed',
  );
  expect(confirmed.map(({ data }) => data)).toMatchObject([{ order: paid, paid_total: 0 }]);
  expect((await tp.stock.list()).data.map(({ product_id }) => product_id)).toEqual([product.id]);
});
