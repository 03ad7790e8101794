import type { FastifyInstance } from 'fastify';
import type { Knex } from 'knex';
import type { Tenant } from '../tenants.ts';
import { db } from './database.ts';
import { type OrderBody, priceOrder, Refusal } from './lines.ts';

// A plain handler with a statement for each step. The triggers write the documents, emit_event writes the event.

interface Placed {
  readonly id: number;
  readonly total: string;
  /** JSON text. */
  readonly document: string;
}

export function orders(app: FastifyInstance): void {
  app.post<{ Body: OrderBody }>('/api/v1/orders', async (request, reply) => {
    const { id, document } = await db.transaction((trx) => placeOrder(trx, request.tenant, request.body));
    reply.code(201).header('Location', `/api/v1/orders/${id}`).type('application/json; charset=utf-8');
    return document;
  });
}

async function placeOrder(trx: Knex.Transaction, tenant: Tenant, body: OrderBody): Promise<Placed> {
  const { items, discounts, ...order } = await priceOrder(trx, tenant, body);
  const movements = await reserve(trx, tenant, body);
  const at = new Date().toISOString();
  const [placed]: Placed[] = await trx('orders')
    .insert({
      ...order,
      tenant_id: tenant.id,
      status: 'Pending',
      allowed_transitions: JSON.stringify(['In_Transit', 'Canceled']),
      status_history: JSON.stringify([{ status: 'Pending', reason: null, actor: tenant.actor, at }]),
      items: JSON.stringify(items),
      discounts: JSON.stringify(discounts),
      metadata: '{}',
    })
    .returning(['id', 'total', 'document']);
  const { id, total, document } = placed!;
  await trx('stock_movements').insert(movements.map((movement) => ({ ...movement, order_id: id })));
  const data = `{"order_id":${id},"customer_id":${order.customer_id},"total":${total},"status":"Pending","order":${document}}`;
  await trx.raw('SELECT emit_event(?, ?, ?, ?)', [tenant.id, 'order.created', data, id]);
  return placed!;
}

/** In the order of the ids, so that two orders can't deadlock. */
async function reserve(
  trx: Knex.Transaction,
  { id: tenant_id, actor }: Tenant,
  { items }: OrderBody,
): Promise<object[]> {
  const movements: object[] = [];
  for (const { product_id, quantity } of items.toSorted((a, b) => a.product_id - b.product_id)) {
    const [balance]: { on_hand: string; reserved: string }[] = await trx('stock_balances')
      .where({ tenant_id, product_id })
      .whereRaw('on_hand - reserved >= ?', [quantity])
      .update({ reserved: trx.raw('reserved + ?', [quantity]), updated_at: trx.fn.now() })
      .returning(['on_hand', 'reserved']);
    if (!balance) throw new Refusal(409, 'too little stock');
    movements.push({
      tenant_id,
      product_id,
      type: 'reservation',
      quantity,
      on_hand_after: balance.on_hand,
      reserved_after: balance.reserved,
      actor,
    });
  }
  return movements;
}
