import type { Schemas } from '../../../base/contract.ts';
import type { Transaction } from '../../../db/querier.ts';
import { type JsonMembers, jsonObject, jsonText } from '../../../db/sql/json-object.ts';
import { statement } from '../../../db/sql/statement.ts';
import { STAMP } from '../change/locked-order.ts';
import { appendNumbered, givenEntry, NOW } from '../event-data.ts';
import type { StoredOrder } from '../store.ts';

const RETURN = jsonObject({
  items: ':returned::text',
  restock: ':restock::boolean::text',
  reason: jsonText(':reason'),
  refund_id: `coalesce(:refund_id::int::text, 'null')`,
  at: NOW,
  actor: jsonText(':actor'),
} satisfies JsonMembers<Omit<Schemas['Return'], 'id'>>);

const addReturn = statement(
  'return goods of order',
  `WITH ${givenEntry(RETURN)}
   UPDATE orders SET returns = ${appendNumbered('returns')}, items = :items::json, ${STAMP}
   FROM given WHERE tenant_id = :tenant_id AND id = :id RETURNING id, version, document`,
);

export interface NewReturn {
  readonly tenantId: number;
  readonly id: number;
  readonly returned: readonly Schemas['ReturnItem'][];
  /** All lines of the order, with their new `returned_quantity`. */
  readonly items: readonly Schemas['OrderItem'][];
  readonly restock: boolean;
  readonly reason: string;
  readonly refundId: number | null;
  readonly actor: string;
}

/** Adds a return to a locked order. */
export async function writeReturn(tx: Transaction, added: NewReturn): Promise<StoredOrder> {
  const { tenantId, refundId, returned, items, ...rest } = added;
  const [order] = await addReturn<StoredOrder>(tx, {
    ...{ ...rest, tenant_id: tenantId, refund_id: refundId },
    returned: JSON.stringify(returned),
    items: JSON.stringify(items),
  });
  return order!;
}
