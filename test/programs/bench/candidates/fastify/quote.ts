import type { FastifyInstance } from 'fastify';
import { db } from './database.ts';
import { type OrderBody, priceOrder } from './lines.ts';

interface Balance {
  readonly product_id: number;
  readonly available: string;
}

export function quote(app: FastifyInstance): void {
  app.post<{ Body: OrderBody }>('/api/v1/orders/quote', async (request) => {
    const { tenant, body } = request;
    const { items } = body;
    const priced = await priceOrder(db, tenant, body);
    const balances: Balance[] = await db('stock_balances')
      .select('product_id', db.raw('on_hand - reserved AS available'))
      .where({ tenant_id: tenant.id })
      .whereIn(
        'product_id',
        items.map(({ product_id }) => product_id),
      );
    const available = new Map(balances.map((balance) => [balance.product_id, Number(balance.available)]));
    const isInStock = items.every(({ product_id, quantity }) => (available.get(product_id) ?? 0) >= quantity);
    return { ...priced, agreed_discount: 0, charges: [], charges_total: 0, in_stock: isInStock };
  });
}
