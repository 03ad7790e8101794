import type { Order, Tradepost } from '@tradepost/sdk';
import type { DayFile, FileOrder } from './day-file.ts';

/** The tenant's orders by the ERP's ids. */
export async function findOrders(tp: Tradepost): Promise<Map<string, Order>> {
  const found = new Map<string, Order>();
  for await (const order of tp.orders.list({ limit: 200 }))
    if (order.external_id !== null) found.set(order.external_id, order);
  return found;
}

/** Imports the orders that aren't there yet, at the prices in the file. */
export async function importOrders(tp: Tradepost, { orders }: DayFile): Promise<Map<string, Order>> {
  const found = await findOrders(tp);
  for (const order of orders) if (!found.has(order.id)) found.set(order.id, await importOrder(tp, order));
  return found;
}

const importOrder = (
  tp: Tradepost,
  { id, customer_tax_id, placed_at, items, total }: FileOrder,
): Promise<Order> =>
  tp.orders.create(
    {
      external_id: id,
      customer_tax_id,
      placed_at,
      items: items.map(({ sku, quantity, unit_price }) => ({ sku, quantity, unit_price })),
      // If our sums differed, nothing would be written.
      expected_total: total,
    },
    // If the response is lost and the program starts again, the order isn't placed twice.
    { idempotencyKey: `import-${id}` },
  );
