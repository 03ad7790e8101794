import { isDeepStrictEqual } from 'node:util';
import type { Schemas } from '../../../base/contract.ts';
import { statement } from '../../../db/sql/statement.ts';
import { erasedOrder } from '../rules/erased-json.ts';
import { after, type Step } from './step.ts';

/** An order may have 500 lines, and each writes its document anew. */
const ORDERS = 50;

/** JSON columns that an erasure changes. `notes` and `metadata` have one value afterwards. */
const COLUMNS = [
  ...['shipping', 'fiscal_document', 'charges', 'payments'],
  ...['refunds', 'returns', 'delivery_attempts', 'status_history'],
] as const satisfies readonly (keyof Schemas['Order'])[];

const lockOrders = statement(
  'erasure: lock orders',
  `SELECT id, document, references_digest IS NOT NULL AS "hasDigest" FROM orders
   WHERE tenant_id = :tenant_id AND customer_id = :customer_id AND id > :after
   ORDER BY id LIMIT ${ORDERS} FOR NO KEY UPDATE`,
);
// The digest is of a tax id, of which there are few enough to try them all.
const eraseOrders = statement(
  'erasure: erase orders',
  `UPDATE orders o SET notes = NULL, metadata = '{}', references_digest = NULL, version = o.version + 1,
     updated_at = statement_timestamp(), ${COLUMNS.map((column) => `${column} = r.${column}`)}
   FROM json_to_recordset(:rows::json) AS r (id integer, ${COLUMNS.map((column) => `${column} json`)})
   WHERE o.tenant_id = :tenant_id AND o.id = r.id AND sign(r.id) = 1`,
);

interface LockedOrder {
  readonly id: number;
  readonly document: string;
  readonly hasDigest: boolean;
}

export const eraseOrdersOf: Step = async (tx, { tenantId, customerId, position = '0' }) => {
  const tenant = { tenant_id: tenantId };
  const locked = await lockOrders<LockedOrder>(tx, { ...tenant, customer_id: customerId, after: position });
  const rows = locked.flatMap(({ document, hasDigest }) => {
    const order = JSON.parse(document) as Schemas['Order'];
    const left = erasedOrder(order);
    return hasDigest || !isDeepStrictEqual(left, order) ? [left] : [];
  });
  if (rows.length > 0) await eraseOrders(tx, { ...tenant, rows: JSON.stringify(rows) });
  const ids = locked.map(({ id }) => id);
  return { position: after(ids, ORDERS), erased: { orders: rows.length } };
};
