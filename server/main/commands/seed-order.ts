import type { Caller } from '../../accounts/api-keys/caller.ts';
import type { Schemas } from '../../base/contract.ts';
import { atOnce } from '../../base/counters/event-loop-yield.ts';
import { type Transaction, unfinished } from '../../db/querier.ts';
import { changeOrder } from '../../trade/orders/change/change-order.ts';
import { writeAttempt } from '../../trade/orders/change/lifecycle-store.ts';
import { lockedOrder } from '../../trade/orders/change/locked-order.ts';
import { transitionOrder } from '../../trade/orders/change/transition-order.ts';
import { writePayment } from '../../trade/orders/money/payment-store.ts';
import { returnOrder } from '../../trade/orders/money/returns.ts';
import { placeOrder } from '../../trade/orders/place/place-order.ts';
import type * as demo from './demo-data.ts';

/** Places an order of the demo tenant, and does with it what its row says. */
export async function seedOrder(
  tx: Transaction,
  caller: Caller,
  { body, moved, paid, attempted, returned, changed }: ReturnType<typeof demo.orders>[number],
): Promise<{ id: number }> {
  const { tenantId } = caller;
  const actor = caller.actor;
  const call = { caller, compute: atOnce };
  const placed = await placeOrder(unfinished(tx), call, body);
  const order = JSON.parse(placed.document) as Schemas['Order'];
  const { id, total: amount } = order;
  const ship = { reason: null, restock: false, actor, deliveredAt: null };
  if (moved) await transitionOrder(tx, { tenantId, order, to: 'In_Transit', ...ship });
  const payment = { tenantId, id, amount, method: 'pix', reference: null, paidAt: null };
  if (paid) await writePayment(tx, payment);
  const attempt = { outcome: 'failed', reason: 'Ninguém em casa', at: null } as const;
  if (attempted) await writeAttempt(tx, { tenantId, id, ...attempt });
  if (returned)
    await returnOrder(tx, {
      ...{ tenantId, order: (await lockedOrder(tx, tenantId, id)).order },
      ...{ body: returned, actor },
    });
  if (changed) await changeOrder(tx, call, await lockedOrder(tx, tenantId, id), changed);
  return placed;
}
