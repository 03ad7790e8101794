import { emit } from '../../../server/events/outbox.ts';
import { EVENT_DATA } from '../../../server/trade/orders/event-data.ts';
import { onServer } from '../../support/databases.ts';

/** A million orders in a year and a half. */
const SECONDS_BETWEEN = 47;
export const ORDERS_PER_CUSTOMER = 20;
/** The products of the order that all others are copies of. */
const PRODUCTS = [1, 2, 3];
export const TEMPLATE = {
  customer_id: 1,
  items: PRODUCTS.map((product_id) => ({ product_id, quantity: 1 })),
};
/** Orders per statement, which limits its memory. */
const SLICE = 5_000;
/** One for each of the machine's processors. */
const CONNECTIONS = 2;
/** More than any run sells. */
const PLENTY = 1_000_000_000;

export interface OrdersToFill {
  readonly tenantId: number;
  readonly products: number;
  readonly customers: number;
  readonly orders: number;
}

const CUSTOMERS = `
  INSERT INTO customers (tenant_id, id, type, name, email, addresses, tags, status, metadata)
  SELECT $1, g, 'person', 'Cliente ' || g, 'cliente' || g || '@example.com', '[]', '[]', 'active', '{}'
  FROM generate_series(1, $2::int) g`;
const STOCK = 'UPDATE stock_balances SET on_hand = $2 WHERE tenant_id = $1';

/** For product `p` of the template, another one: a few products are in many orders, as in any shop. */
const product = (p: number): string =>
  `1 + ($5::int * ((g::bigint * 7919 * ${p}) % 1000003 / 1000003.0) ^ 2)::int % $5::int`;
const items = PRODUCTS.reduce(
  (sql, p) => `replace(${sql}, '"product_id":${p},', '"product_id":' || ${product(p)} || ',')`,
  't.items::text',
);
const CHANGED: Readonly<Record<string, string>> = {
  customer_id: `1 + g % $6::int`,
  status: `(ARRAY['Delivered', 'Delivered', 'Delivered', 'In_Transit', 'Pending', 'Canceled'])[1 + g % 6]`,
  items: `(${items})::json`,
  placed_at: 'at',
  created_at: 'at',
  updated_at: 'at',
};

/** Copies an order, its movements and its event, by the triggers and functions that write those of an order placed. */
const copies = (columns: readonly string[]): string => `
  WITH o AS (
    INSERT INTO orders (${columns.join(', ')})
    SELECT ${columns.map((name) => CHANGED[name] ?? `t.${name}`).join(', ')}
    FROM orders t, generate_series($3::int, $4::int) g,
      LATERAL (SELECT now() - ($7::int - g + 1) * interval '${SECONDS_BETWEEN} s' AS at) time
    WHERE t.tenant_id = $1 AND t.id = $2
    RETURNING *
  ), ledger AS (
    INSERT INTO stock_movements (tenant_id, product_id, type, quantity, on_hand_after, reserved_after, order_id, actor, created_at)
    SELECT o.tenant_id, line.product_id, m.type, line.quantity, m.on_hand_after, m.reserved_after, o.id, m.actor, o.created_at
    FROM o CROSS JOIN json_to_recordset(o.items) line (product_id integer, quantity numeric),
      LATERAL (SELECT * FROM stock_movements WHERE tenant_id = $1 AND order_id = $2 LIMIT 1) m
  )
  SELECT count(${emit('order.created', EVENT_DATA, 'o.tenant_id')}) FROM o`;

/** Customers, and stock for any number of orders. */
export const fillCustomers = (url: string, { tenantId, customers }: OrdersToFill): Promise<void> =>
  onServer(url, async (client) => {
    await client.query(CUSTOMERS, [tenantId, customers]);
    await client.query(STOCK, [tenantId, PLENTY]);
  });

/** Fills a tenant with copies of an order that was placed by the API, the last of them just now. */
export async function fillOrders(
  url: string,
  { tenantId, products, orders }: OrdersToFill,
  templateId: number,
  log: (line: string) => void,
): Promise<void> {
  const customers = Math.ceil(orders / ORDERS_PER_CUSTOMER);
  const insert = copies(await columnsToCopy(url));
  const slices = Array.from({ length: Math.ceil(orders / SLICE) }, (_, slice) => slice * SLICE);
  const work = (): Promise<void> =>
    onServer(url, async (client) => {
      await client.query('SET synchronous_commit = off');
      for (let from = slices.shift(); from !== undefined; from = slices.shift()) {
        const last = Math.min(from + SLICE, orders);
        await client.query(insert, [tenantId, templateId, from + 1, last, products, customers, orders]);
        if (last % 50_000 === 0) log(`${last} orders`);
      }
    });
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
}

/** All but those that each order gets for itself. */
const columnsToCopy = (url: string): Promise<string[]> =>
  onServer(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns
       WHERE table_name = 'orders' AND column_name NOT IN ('id', 'document')`,
    );
    return rows.map(({ name }) => name);
  });
