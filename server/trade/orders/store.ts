import type { Schemas } from '../../base/contract.ts';
import { normalizeAccessKey } from '../../base/formats/nfe-key.ts';
import { DOCUMENT_REVISIONS } from '../../db/documents/revisions.ts';
import { jsonOfReferred, openJsonObject } from '../../db/sql/json-object.ts';
import { anyOf, before, byTime, equals, type Filter, filter, named, since } from '../../db/sql/list-spec.ts';
import { idsIn } from '../../db/sql/named-filter.ts';
import type { StoredRow } from '../../db/sql/resource-table.ts';
import { findById } from '../../db/sql/statement.ts';
import { findIdsByTaxId } from '../customers/find-referenced.ts';
import type { ListOf } from '../resources/list-handler.ts';
import type { ReadableResource } from '../resources/resource.ts';

export type StoredOrder = StoredRow<Schemas['Order']>;

const withLineOf =
  (is: (parameter: string) => string): Filter['sql'] =>
  (parameter, inPage) =>
    `o.id IN (SELECT l.order_id FROM order_lines l
     WHERE l.tenant_id = :tenant_id AND l.product_id ${is(parameter)}${inPage('l.order_id')})`;
const OF_PRODUCT: Filter = {
  ...filter(
    withLineOf((id) => `= ${id}`),
    [],
  ),
  sqlOfMany: withLineOf((ids) => `= ANY (${ids}::int[])`),
};

const externalIdOf = (table: string, id: string) => jsonOfReferred(table, 'external_id', ':tenant_id', id);
/** Beside its own document, which says nothing of other rows that may change without it. */
const LISTED = `${openJsonObject('o.document')} || ',"customer_external_id":' || ${externalIdOf('customers', 'o.customer_id')}
  || ',"price_table_external_id":' || ${externalIdOf('price_tables', 'o.price_table_id')} || '}'`;

export const orderList: ListOf<'listOrders'> = {
  operation: 'listOrders',
  name: 'orders',
  from: 'orders o',
  tenant: 'o.tenant_id',
  id: 'o.id',
  document: LISTED,
  large: 'o.document',
  updated: 'o.updated_at',
  sorts: { id: 'id', updated_at: byTime('o.updated_at') },
  filters: {
    updated_since: since('o.updated_at', ['updated_at']),
    updated_before: before('o.updated_at', ['updated_at']),
    external_id: equals('o.external_id'),
    customer_id: equals('o.customer_id'),
    customer_external_id: named(idsIn.customers, 'o.customer_id'),
    customer_tax_id: named(findIdsByTaxId, 'o.customer_id'),
    product_id: OF_PRODUCT,
    product_external_id: { ...OF_PRODUCT, find: idsIn.products },
    sku: { ...OF_PRODUCT, find: idsIn.productsBySku },
    status: anyOf('o.status', []),
    payment_status: anyOf('o.payment_status', []),
    channel: equals('o.channel', ['id', 'updated_at']),
    access_key: {
      ...equals(`o.fiscal_document ->> 'access_key'`),
      forms: (key) => [normalizeAccessKey(key)],
    },
    salesperson_external_id: equals(`o.salesperson ->> 'external_id'`, ['id', 'updated_at']),
    coupon_code: filter((parameter) => `lower(o.coupon_code) = lower(${parameter})`, ['id', 'updated_at']),
    placed_since: since('o.placed_at', []),
    placed_before: before('o.placed_at', []),
    created_since: since('o.created_at', []),
    created_before: before('o.created_at', []),
  },
};

export const findOrder = findById<StoredOrder>(
  'get order',
  'SELECT id, version, document FROM orders WHERE tenant_id = :tenant_id',
);

export const orderResource: ReadableResource<'Order'> = {
  name: 'Order',
  noun: 'order',
  table: { documentRevision: DOCUMENT_REVISIONS.orders },
  find: findOrder,
};
