import type { FastifyInstance } from 'fastify';
import type { Knex } from 'knex';
import type { Tenant } from '../tenants.ts';
import { db } from './database.ts';

interface Item {
  readonly sku: string;
  readonly quantity: number;
  readonly reason: string;
}
interface Balance {
  readonly product_id: number;
  readonly on_hand: string;
  readonly reserved: string;
  readonly updated_at: Date;
}

export function stockBatch(app: FastifyInstance): void {
  app.post<{ Body: { items: readonly Item[] } }>('/api/v1/stock-adjustments/batch', (request) =>
    db.transaction(async (trx) => {
      const results: object[] = [];
      for (const [index, item] of request.body.items.entries())
        results.push({ index, status: 201, data: await adjust(trx, request.tenant, item), problem: null });
      return { results };
    }),
  );
}

async function adjust(
  trx: Knex.Transaction,
  { id: tenant_id, actor }: Tenant,
  { sku, quantity, reason }: Item,
): Promise<object> {
  const product = await trx('products')
    .where({ tenant_id, sku })
    .whereNull('deleted_at')
    .first('id', 'external_id');
  const [balance]: Balance[] = await trx('stock_balances')
    .where({ tenant_id, product_id: product.id })
    .update({ on_hand: trx.raw('on_hand + ?', [quantity]), updated_at: trx.fn.now() })
    .returning(['product_id', 'on_hand', 'reserved', 'updated_at']);
  const { on_hand, reserved, updated_at } = balance!;
  await trx('stock_movements').insert({
    tenant_id,
    product_id: product.id,
    type: 'adjustment',
    quantity,
    on_hand_after: on_hand,
    reserved_after: reserved,
    reason,
    actor,
  });
  return {
    product_id: product.id,
    product_external_id: product.external_id,
    sku,
    on_hand: Number(on_hand),
    reserved: Number(reserved),
    available: Number(on_hand) - Number(reserved),
    updated_at,
    deleted_at: null,
  };
}
