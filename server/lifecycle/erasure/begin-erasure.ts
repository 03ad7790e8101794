import type { Schemas } from '../../base/contract.ts';
import { ApiProblem, type ValidationIssue } from '../../base/problems/api-problem.ts';
import type { Transaction } from '../../db/querier.ts';
import { changesTo, type StoredRow } from '../../db/sql/resource-table.ts';
import { statement } from '../../db/sql/statement.ts';
import { emit } from '../../events/outbox.ts';
import { ERASURE_COLUMNS, type ErasureRow } from './erasure.ts';
import { ERASED, ERASED_CUSTOMER } from './rules/erased-json.ts';
import { hasTerm, personalTerms } from './rules/personal-terms.ts';

export interface NewErasure {
  readonly tenantId: number;
  readonly customerId: number;
  readonly reason: string;
  readonly actor: string;
  /** After a restore, orders are open that had been delivered when the customer was erased. */
  readonly withOpenOrders?: boolean;
}

type Customer = Schemas['Customer'];

/** As many issues as a problem has. */
const SHOWN_ORDERS = 100;

const lockCustomer = statement(
  'lock customer to erase',
  `SELECT id, version, document FROM customers WHERE tenant_id = :tenant_id AND id = :id FOR NO KEY UPDATE`,
);
const findRunning = statement(
  'find running erasure',
  `SELECT ${ERASURE_COLUMNS} FROM customer_erasures
   WHERE tenant_id = :tenant_id AND customer_id = :customer_id AND status = 'running'`,
);
const findOpenOrders = statement(
  'find open orders of customer',
  `SELECT id, status FROM orders
   WHERE tenant_id = :tenant_id AND customer_id = :customer_id AND status IN ('Pending', 'In_Transit')
   ORDER BY id LIMIT ${SHOWN_ORDERS}`,
);
const COLUMNS = Object.keys(ERASED_CUSTOMER);
const eraseCustomer = statement(
  'erase customer',
  `WITH c AS (
     UPDATE customers t SET version = t.version + 1, updated_at = statement_timestamp(),
       deleted_at = (SELECT coalesce(t.deleted_at, statement_timestamp())),
       (${COLUMNS}) = (SELECT ${COLUMNS.map((column) => `new.${column}`)} FROM json_populate_record(t, :columns::json) new)
     WHERE t.tenant_id = :tenant_id AND t.id = :id RETURNING t.*
   )
   SELECT ${emit(
     'customer.updated',
     { customer_id: 'c.id', changed_fields: ':changed_fields::text', customer: 'c.document' },
     'c.tenant_id',
   )} FROM c`,
);
const insert = statement(
  'insert customer erasure',
  `WITH begun AS (
     INSERT INTO customer_erasures (tenant_id, customer_id, reason, actor, terms, erased)
     VALUES (:tenant_id, :customer_id, :reason, :actor, :terms::text[], :erased::json) RETURNING *
   )
   SELECT ${ERASURE_COLUMNS} FROM begun`,
);

/** Erases the customer and leaves the rest to the workers. Undefined if there is no such customer, live or deleted. */
export async function beginErasure(
  tx: Transaction,
  { tenantId: tenant_id, customerId: customer_id, reason, actor, withOpenOrders }: NewErasure,
): Promise<ErasureRow | undefined> {
  const [locked] = await lockCustomer<StoredRow<Customer>>(tx, { tenant_id, id: customer_id });
  if (!locked) return undefined;
  const [running] = await findRunning<ErasureRow>(tx, { tenant_id, customer_id });
  if (running) return running;
  if (!withOpenOrders) requireNone(await findOpenOrders<OpenOrder>(tx, { tenant_id, customer_id }));
  const customer = JSON.parse(locked.document) as Customer;
  const changed = Object.keys(changesTo(locked.document, ERASED_CUSTOMER));
  const isErased = changed.length === 0 && customer.deleted_at !== null;
  if (!isErased)
    await eraseCustomer(tx, {
      ...{ tenant_id, id: customer_id, columns: JSON.stringify(ERASED_CUSTOMER) },
      changed_fields: JSON.stringify(changed),
    });
  const terms = personalTerms(customer);
  const [row] = await insert<ErasureRow>(tx, {
    ...{ tenant_id, customer_id, actor, terms },
    reason: hasTerm(reason, terms) ? ERASED : reason,
    erased: JSON.stringify({ customers: isErased ? 0 : 1 }),
  });
  return row;
}

interface OpenOrder {
  readonly id: number;
  readonly status: string;
}

/** Whoever delivers them needs the name and the address. */
function requireNone(open: readonly OpenOrder[]): void {
  if (open.length === 0) return;
  const errors = open.map(
    ({ id, status }): ValidationIssue => ({ code: 'in_use', detail: `order ${id} is ${status}` }),
  );
  const orders = open.length === 1 ? 'an order' : 'orders';
  throw new ApiProblem(
    'in_use',
    `The customer has ${orders} on the way or to be sent; see errors. Deliver or cancel first.`,
    { errors, members: { in_use_by: ['orders'] } },
  );
}
