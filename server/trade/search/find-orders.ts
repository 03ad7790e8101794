import type { Querier } from '../../db/querier.ts';
import { MAX_READ, MAX_TEXT } from './find-named.ts';
import { columnsOf, type Named, type NamedKind, SOURCES } from './named.ts';

/** Orders with an external id, which is how a shop calls its own, in any letter case; the same letters first. */
export const findOrderIds = async (db: Querier, tenantId: number, externalId: string): Promise<number[]> =>
  (
    await db.query<{ id: number }>(
      `SELECT id FROM orders WHERE tenant_id = $1 AND lower(external_id) = lower($2)
       ORDER BY external_id = $2 DESC, id DESC LIMIT ${MAX_READ}`,
      [tenantId, externalId.slice(0, MAX_TEXT)],
    )
  ).map(({ id }) => id);

export interface OrderSummary extends Named {
  readonly customerId: number;
  readonly status: string;
  readonly total: string;
  readonly currency: string;
  readonly createdAt: string;
}

/** What a page about an order begins with. */
export const findOrderSummary = async (
  db: Querier,
  tenantId: number,
  id: number,
): Promise<OrderSummary | undefined> =>
  (
    await db.query<OrderSummary>(
      `SELECT ${columnsOf('order')}, customer_id AS "customerId", status, total::text, currency, iso(created_at) AS "createdAt"
       FROM ${SOURCES.order.table} WHERE tenant_id = $1 AND id = $2`,
      [tenantId, id],
    )
  )[0];

/** Where the orders of a customer, with a product, a coupon or a promotion are found by an index, the newest first. */
const ORDERS_OF: Readonly<Record<Exclude<NamedKind, 'order'>, string>> = {
  customer: 'SELECT id FROM orders WHERE tenant_id = $1 AND customer_id = $2 ORDER BY id DESC LIMIT $3',
  product:
    'SELECT DISTINCT order_id AS id FROM order_lines WHERE tenant_id = $1 AND product_id = $2 ORDER BY order_id DESC LIMIT $3',
  coupon: `SELECT id FROM orders WHERE tenant_id = $1 AND coupon_code IS NOT NULL
    AND lower(coupon_code) = (SELECT lower(code) FROM coupons WHERE tenant_id = $1 AND id = $2) ORDER BY id DESC LIMIT $3`,
  promotion:
    'SELECT order_id AS id FROM promotion_uses WHERE tenant_id = $1 AND promotion_id = $2 ORDER BY order_id DESC LIMIT $3',
};

export interface OrderOf {
  readonly id: number;
  readonly externalId: string | null;
  readonly name: string;
  readonly createdAt: string;
}

/** The newest orders that have to do with a row. */
export const newestOrdersOf = (
  db: Querier,
  tenantId: number,
  { kind, id }: Pick<Named, 'id'> & { readonly kind: Exclude<NamedKind, 'order'> },
  limit: number,
): Promise<OrderOf[]> =>
  db.query(
    `SELECT o.id, o.external_id AS "externalId", c.name, iso(o.created_at) AS "createdAt"
     FROM (${ORDERS_OF[kind]}) AS n JOIN orders o ON o.tenant_id = $1 AND o.id = n.id
     JOIN customers c ON c.tenant_id = $1 AND c.id = o.customer_id ORDER BY o.id DESC`,
    [tenantId, id, limit],
  );
