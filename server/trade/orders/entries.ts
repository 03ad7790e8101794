import type { Caller } from '../../accounts/api-keys/caller.ts';
import type { JsonText } from '../../base/json.ts';
import { notFound } from '../../base/problems/api-problem.ts';
import type { Querier } from '../../db/querier.ts';
import { jsonOfReferred, openJsonObject } from '../../db/sql/json-object.ts';
import { before, byTime, equals, filter, since } from '../../db/sql/list-spec.ts';
import { idsIn } from '../../db/sql/named-filter.ts';
import { statement } from '../../db/sql/statement.ts';
import {
  type ApiResponse,
  locationOf,
  type ReplyWith,
  type SuccessBody,
  versionHeaders,
} from '../resources/handler.ts';
import type { ListOf } from '../resources/list-handler.ts';
import { orderResource, type StoredOrder } from './store.ts';

/** What is recorded on an order, and the operation that returns one. Triggers keep each in order_entries, too: see migration 046. */
const GETS = {
  payment: 'getOrderPayment',
  refund: 'getOrderRefund',
  return: 'getOrderReturn',
  delivery_attempt: 'getDeliveryAttempt',
} as const;
type Kind = keyof typeof GETS;

/** As in migration 046: the id of an entry is that of its order times this, plus its number. */
const IDS_PER_ORDER = 1_048_576;

/** A return's items have the product's id alone. */
const namedItems = (
  tenant: string,
) => `(SELECT json_agg(json_build_object('line', i -> 'line', 'product_id', i -> 'product_id',
    'product_external_id', p.external_id, 'sku', p.sku, 'quantity', i -> 'quantity') ORDER BY n)
  FROM json_array_elements(x.items) WITH ORDINALITY l(i, n)
  JOIN products p ON p.tenant_id = ${tenant} AND p.id = (i ->> 'product_id')::int)`;
const returnOf = (tenant: string) => `(SELECT row_to_json(r)::text FROM (
    SELECT x.id, ${namedItems(tenant)} AS items, x.restock, x.reason, x.refund_id, x.at, x.actor
    FROM json_to_record(e.entry::json) x (id json, items json, restock json, reason json, refund_id json, at json, actor json)) r)`;
const entryOf = (tenant: string) => `CASE WHEN e.kind = 'return' THEN ${returnOf(tenant)} ELSE e.entry END`;

const documentOf = (tenant: string) => `'{"order_id":' || e.order_id
  || ',"order_external_id":' || ${jsonOfReferred('orders', 'external_id', tenant, 'e.order_id')}
  || ',' || substr(${openJsonObject(entryOf(tenant))}, 2) || ',"updated_at":"' || iso(e.updated_at) || '"}'`;

const entriesOf = (kind: Kind) =>
  ({
    from: 'order_entries e',
    tenant: `e.kind = '${kind}' AND e.tenant_id`,
    id: 'e.id',
    idType: 'bigint',
    document: documentOf(':tenant_id'),
    large: 'e.entry',
    updated: 'e.updated_at',
  }) as const;

const AT = 'e.occurred_at';
const SORTS = { order_id: 'id', updated_at: byTime('e.updated_at') } as const;
const OF_ORDER = filter(
  (id) => `e.id BETWEEN ${id}::bigint * ${IDS_PER_ORDER} AND (${id}::bigint + 1) * ${IDS_PER_ORDER} - 1`,
  ['order_id'],
);
const FILTERS = {
  updated_since: since('e.updated_at', ['updated_at']),
  order_id: OF_ORDER,
  order_external_id: { ...OF_ORDER, find: idsIn.orders },
};

/** The integrator's own text. */
const REFERENCE = equals(`e.entry::jsonb ->> 'reference'`, ['order_id']);

export const paymentList: ListOf<'listPayments'> = {
  ...{ operation: 'listPayments', name: 'payments', ...entriesOf('payment') },
  sorts: { ...SORTS, paid_at: byTime(AT) },
  filters: {
    ...{ ...FILTERS, reference: REFERENCE, paid_since: since(AT, ['paid_at']) },
    paid_before: before(AT, ['paid_at']),
  },
};

export const refundList: ListOf<'listRefunds'> = {
  ...{ operation: 'listRefunds', name: 'refunds', ...entriesOf('refund') },
  sorts: { ...SORTS, refunded_at: byTime(AT) },
  filters: {
    ...{ ...FILTERS, reference: REFERENCE, refunded_since: since(AT, ['refunded_at']) },
    refunded_before: before(AT, ['refunded_at']),
  },
};

export const returnList: ListOf<'listReturns'> = {
  ...{ operation: 'listReturns', name: 'returns', ...entriesOf('return') },
  sorts: { ...SORTS, at: byTime(AT) },
  filters: { ...FILTERS, returned_since: since(AT, ['at']), returned_before: before(AT, ['at']) },
};

export const deliveryAttemptList: ListOf<'listDeliveryAttempts'> = {
  ...{ operation: 'listDeliveryAttempts', name: 'delivery-attempts', ...entriesOf('delivery_attempt') },
  sorts: { ...SORTS, at: byTime(AT) },
  filters: { ...FILTERS, attempted_since: since(AT, ['at']), attempted_before: before(AT, ['at']) },
};

/** Without a document the order has no such entry. The tenant is the parameter: behind an outer join, Citus doesn't take a column for it. */
const find = statement(
  'get entry of order',
  `SELECT o.id, o.version, ${documentOf(':tenant_id')} AS document
   FROM orders o LEFT JOIN order_entries e ON e.tenant_id = o.tenant_id AND e.kind = :kind
     AND e.id = o.id::bigint * ${IDS_PER_ORDER} + :number::bigint AND e.order_id = o.id
   WHERE o.tenant_id = :tenant_id AND o.id = :order_id`,
);

const parameterOf = (kind: Kind): string => `${kind}_id`;

interface EntryRequest {
  readonly caller: Pick<Caller, 'tenantId'>;
  readonly path: { readonly order_id: number };
}

export const getEntry =
  <K extends Kind>(kind: K) =>
  async <R extends ApiResponse>(
    { caller: { tenantId }, path }: EntryRequest,
    reply: ReplyWith<200, JsonText<SuccessBody<(typeof GETS)[K]>>, R>,
    db: Querier,
  ): Promise<R> => {
    const number = (path as Readonly<Record<string, number>>)[parameterOf(kind)];
    const values = { tenant_id: tenantId, order_id: path.order_id, kind, number };
    const [order] = await find<Omit<StoredOrder, 'document'> & { document: string | null }>(db, values);
    if (!order) throw notFound('order', 'order_id');
    if (order.document === null) throw notFound(kind.replace('_', ' '), parameterOf(kind));
    return reply(200, order.document as JsonText<never>, versionHeaders(orderResource, order));
  };

/** Of the response to what recorded an entry: the order's version, and where the entry is. */
export const recordedHeaders = (order: StoredOrder, kind: Kind, number: number): Record<string, string> => ({
  ...locationOf(GETS[kind], { order_id: order.id, [parameterOf(kind)]: number }),
  ...versionHeaders(orderResource, order),
});
