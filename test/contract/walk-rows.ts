// Inserts the rows that the contract's examples show (product 1001, category 7 and so on) for a tenant. A resource that
// is added to the contract needs no line here, because its row comes from its example.
import { contract, type Media, resolve } from '../contract-check/contract.ts';
import { findRoute } from '../contract-check/find-route.ts';
import type { RequestSample } from '../contract-check/request-samples.ts';
import type { TestEnvironment } from '../support/test-environment.ts';

type Row = Record<string, unknown> & { id: number | string };

/** Inserts the part of a resource that is stored in another table. $1 is the tenant, $2 the example's row. */
const BESIDE: Readonly<Record<string, string>> = {
  products: `INSERT INTO stock_balances (tenant_id, product_id, on_hand, reserved)
    SELECT $1, (r->>'id')::int, (r->'stock'->>'on_hand')::numeric, (r->'stock'->>'reserved')::numeric FROM (SELECT $2::json AS r) e`,
};

const AT = '2026-02-01T09:30:00.000Z';
const PAYMENT = { id: 1, amount: 122.73, method: 'pix', reference: null, paid_at: AT };
const PAID = { paid_total: 122.73, payments: [{ ...PAYMENT, voided_at: null, void_reason: null }] };
const ACTOR = { reason: 'Ordered too many', actor: 'api_key:tp_Qx3vB8aL' };
const REFUND = { id: 1, amount: 1, reference: null, payment_id: null, refunded_at: AT, ...ACTOR };
const RETURN = { id: 1, items: [{ line: 1, product_id: 1001, quantity: 1 }], restock: true, at: AT };

const SHIPPED = { status: 'In_Transit', allowed_transitions: ['Delivered', 'Canceled'] };

/** No row that the service creates gets the id of one that is planted. Tables whose ids are random have no sequence. */
const BEYOND = `SELECT setval(sequence, greatest(nextval(sequence), $2::text::bigint))
  FROM pg_get_serial_sequence($1, 'id') AS sequence WHERE sequence IS NOT NULL`;

/** Ids of rows that are part of another row: the order that voidOrderPayment needs has this payment. */
const WITHIN: Readonly<Record<string, number>> = {
  ...{ payment_id: 1, refund_id: 1, return_id: 1, delivery_attempt_id: 1 },
};

/** Fields that a request needs to differ from the example. */
const INSTEAD: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  deleteProduct: { products: { stock: { on_hand: 120, reserved: 0 } } },
  createCustomerErasure: { orders: { status: 'Delivered', allowed_transitions: [] } },
  voidOrderPayment: { orders: PAID },
  addOrderRefund: { orders: PAID },
  addOrderReturn: { orders: { ...PAID, ...SHIPPED } },
  addDeliveryAttempt: { orders: SHIPPED },
  getOrderPayment: { orders: PAID },
  getOrderRefund: { orders: { ...PAID, refunds: [REFUND] } },
  getOrderReturn: { orders: { returns: [{ ...RETURN, refund_id: null, ...ACTOR }] } },
  getDeliveryAttempt: { orders: { delivery_attempts: [{ outcome: 'failed', reason: 'closed', at: AT }] } },
};

/** Rows by path parameter: `product_id` is a row of `products`, from the example of its GET. */
const rows = new Map(
  Object.keys(contract.paths).flatMap((path) => {
    const [, collection, parameter] = /^\/([^/]+)\/\{(\w+)\}$/.exec(path) ?? [];
    const { operationId = '', responses = {} } = contract.paths[path]?.get ?? {};
    const response = responses['200'];
    if (!collection || !parameter || !response || operationId.startsWith('list')) return [];
    const created = contract.paths[`/${collection}`]?.post?.responses?.['201'];
    // What a GET shows may be further: an order that was paid and delivered.
    const row = firstExample(resolve(created ?? response).content!);
    // What is below a row isn't one: the entries of a price table, the data about a customer.
    return 'id' in row ? [[parameter, { table: collection.replaceAll('-', '_'), row }] as const] : [];
  }),
);

function firstExample(content: Record<string, Media>): Row {
  return Object.values(content['application/json']!.examples!)[0]!.value as Row;
}

function rowOf(parameter: string): { table: string; row: Row } {
  const known = rows.get(parameter);
  if (known) return known;
  throw new Error(
    `No row is known for {${parameter}}: it needs a GET /collection/{${parameter}} with an example.`,
  );
}

/** A PUT creates the row with this external id. For other methods it's planted. */
const EXTERNAL_ID = 'ERP/novo-1';

/** The parameter of the row that a path with an external id means: `product_id`. */
function namedBy({ path }: RequestSample): string | undefined {
  const [, collection] = /\/([^/]+)\/external\/\{\w+\}$/.exec(path) ?? [];
  return [...rows].find(([, { table }]) => table === collection?.replaceAll('-', '_'))?.[0];
}

/** The path parameters of a request, with the ids of the rows. */
export function pathValues({ pathParameters }: RequestSample): Record<string, string | number> {
  return Object.fromEntries(
    pathParameters.map(({ name, isInteger }) => [
      name,
      isInteger ? (WITHIN[name] ?? rowOf(name).row.id) : EXTERNAL_ID,
    ]),
  );
}

/** Inserts the rows that a request needs to succeed. */
export async function plantFor(
  sample: RequestSample,
  environment: TestEnvironment,
  tenantId: number,
): Promise<void> {
  const planted = new Set<string>();
  for (const parameter of neededBy(sample)) await plant(environment, tenantId, parameter, planted, sample);
}

function neededBy(sample: RequestSample): string[] {
  const { method, path, pathParameters } = sample;
  // A row that is in use can't be deleted, so no other rows are inserted.
  const named = namedBy(sample);
  if (method === 'DELETE') return named ? [named] : pathParameters.map(({ name }) => name);
  const collection = path.replace(/\/(external\/\{\w+\}|batch)$/, '');
  const created =
    (method === 'POST' || method === 'PUT') &&
    [...rows.keys()].find((name) => findRoute('GET', `${collection}/1`).path?.endsWith(`{${name}}`));
  // A row can't be created twice with the same SKU or tax id, so it and the rows that refer to it are left out.
  return [...rows.keys()].filter((name) => name !== created && !(created && created in rowOf(name).row));
}

async function plant(
  environment: TestEnvironment,
  tenantId: number,
  parameter: string,
  planted: Set<string>,
  sample: RequestSample,
): Promise<void> {
  if (planted.has(parameter)) return;
  planted.add(parameter);
  const { table, row } = rowOf(parameter);
  for (const name of Object.keys(row))
    if (rows.has(name) && row[name] !== null) await plant(environment, tenantId, name, planted, sample);
  const external = parameter === namedBy(sample) && sample.method !== 'PUT' && { external_id: EXTERNAL_ID };
  const id = sample.operationId.replace('ByExternalId', '');
  await insert(environment, tenantId, table, { ...row, ...external, ...INSTEAD[id]?.[table] });
}

/** Sets the columns that the example has. The others keep their defaults. */
async function insert(
  { context: { db } }: TestEnvironment,
  tenantId: number,
  table: string,
  row: Row,
): Promise<void> {
  const columns = await db.query<{ name: string }>(
    'SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1 AND column_name = ANY ($2)',
    [table, Object.keys(row)],
  );
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const values = [tenantId, JSON.stringify(row)];
  await db.query(
    `INSERT INTO ${table} (tenant_id, ${names}) SELECT $1, ${names} FROM json_populate_record(NULL::${table}, $2)`,
    values,
  );
  if (BESIDE[table]) await db.query(BESIDE[table], values);
  await db.query(BEYOND, [table, row.id]);
}
