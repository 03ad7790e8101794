import type { Caller } from '../../../accounts/api-keys/caller.ts';
import type { Schemas } from '../../../base/contract.ts';
import { type Preconditions, requireVersion } from '../../../base/preconditions.ts';
import { notFound } from '../../../base/problems/api-problem.ts';
import type { Transaction } from '../../../db/querier.ts';
import { statement } from '../../../db/sql/statement.ts';
import { versionHeaders } from '../../resources/handler.ts';
import { orderResource, type StoredOrder } from '../store.ts';

const lock = statement(
  'lock order',
  `SELECT id, version, document FROM orders WHERE tenant_id = :tenant_id AND id = :id FOR NO KEY UPDATE`,
);

/** The locked order: its row, and its document parsed. Whoever changes an order locks it first. */
export async function lockedOrder(
  tx: Transaction,
  tenantId: number,
  id: number,
): Promise<{ row: StoredOrder; order: Schemas['Order'] }> {
  const [row] = await lock<StoredOrder>(tx, { tenant_id: tenantId, id });
  if (!row) throw notFound('order', 'order_id');
  return { row, order: JSON.parse(row.document) as Schemas['Order'] };
}

interface OrderCall extends Preconditions {
  readonly caller: Pick<Caller, 'tenantId'>;
  readonly path: { readonly order_id: number };
}

/** The locked order that a request is about. Throws 412 if the client expects another version of it. */
export async function requestedOrder(tx: Transaction, call: OrderCall): ReturnType<typeof lockedOrder> {
  const locked = await lockedOrder(tx, call.caller.tenantId, call.path.order_id);
  requireVersion(call, locked.row.version);
  return locked;
}

/** SQL that every change of an order sets. */
export const STAMP = 'version = version + 1, updated_at = statement_timestamp()';

export const orderHeaders = (order: StoredOrder): Record<string, string> =>
  versionHeaders(orderResource, order);
