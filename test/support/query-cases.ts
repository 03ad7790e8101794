import { pino } from 'pino';
import { findByHash, findByHashes, touchKeys } from '../../server/accounts/api-keys/store.ts';
import { fullestTenants } from '../../server/accounts/tenants/storage.ts';
import { contractOperations, type OperationId } from '../../server/base/contract.ts';
import type { Database } from '../../server/db/pool/database.ts';
import type { Querier } from '../../server/db/querier.ts';
import { namingExisting } from '../../server/db/sql/existing-rows.ts';
import type { ListSpec } from '../../server/db/sql/list-spec.ts';
import { readWalPosition } from '../../server/db/sql/read-wal-position.ts';
import { ValueTaken } from '../../server/db/sql/violations.ts';
import { MAX_WRITES } from '../../server/db/tenants/group-commit.ts';
import { eventCatalogue } from '../../server/events/catalogue.ts';
import { DataEpoch } from '../../server/events/data-epoch.ts';
import { readFeed } from '../../server/events/store.ts';
import { advanceErasures } from '../../server/lifecycle/erasure/advance-erasures.ts';
import { beginErasure } from '../../server/lifecycle/erasure/begin-erasure.ts';
import { completeErasures } from '../../server/lifecycle/erasure/complete-erasures.ts';
import { STEPS } from '../../server/lifecycle/erasure/erasure.ts';
import { findCustomerId } from '../../server/lifecycle/erasure/find-customer.ts';
import { listErasures, replayErasures } from '../../server/lifecycle/erasure/list-erasures.ts';
import { categoryIn, categoryList } from '../../server/trade/catalogue/categories/store.ts';
import { productResource } from '../../server/trade/catalogue/products/resource.ts';
import { isNamedBy } from '../../server/trade/customers/find-referenced.ts';
import { customerResource } from '../../server/trade/customers/resource.ts';
import { customerList } from '../../server/trade/customers/store.ts';
import { withOwnProducts } from '../../server/trade/orders/change/same-lines.ts';
import { orderOnce, plainOrder } from '../../server/trade/orders/place/insert-plain-orders.ts';
import { withNewPriceTable } from '../../server/trade/orders/place/order-references.ts';
import { orderList } from '../../server/trade/orders/store.ts';
import { couponList, findCouponId, findPromotionIds } from '../../server/trade/pricing/coupons/store.ts';
import { listPage } from '../../server/trade/resources/listing.ts';
import { claimEmails, finishEmail } from '../../server/webhooks/alerts/email/claim.ts';
import { ALERT_KINDS } from '../../server/webhooks/alerts/kinds.ts';
import { closedAlerts, openAlerts } from '../../server/webhooks/alerts/list.ts';
import { deleteOldAlerts } from '../../server/webhooks/alerts/retention.ts';
import { watch } from '../../server/webhooks/alerts/watch.ts';
// Loads every store, so that every look-up is there.
import '../../server/api/operations/operations.ts';
import { findUsersByEmail } from '../../server/accounts/staff/login-users.ts';
import { productList } from '../../server/trade/catalogue/products/store.ts';
import { priceTableList } from '../../server/trade/pricing/price-tables/store.ts';
import { promotionList } from '../../server/trade/pricing/promotions/store.ts';
import { claimNextTenants, claimTenants } from '../../server/webhooks/queue/claim.ts';
import { type AttemptResult, completeAttempts } from '../../server/webhooks/queue/complete.ts';
import { lateEndpoints, oldestDueSeconds } from '../../server/webhooks/queue/queue-state.ts';
import { releaseDeliveries } from '../../server/webhooks/queue/release.ts';
import { endLostAttempts } from '../../server/webhooks/send/lost-attempts.ts';
import { createRetrySchedule } from '../../server/webhooks/send/rules/retry-schedule.ts';
import { asOnCitus } from './as-on-citus.ts';
import { LARGE } from './large-shop-rows.ts';
import { pathOf } from './list-cases.ts';
import { plainOrders } from './plain-orders.ts';
import type { QueryPlanEnvironment } from './query-plan-environment.ts';
import type { QueryRecorder, RecordedQuery } from './query-recorder.ts';

/** As many as the largest group of requests has. */

export type RecordQueries = (environment: QueryPlanEnvironment) => Promise<readonly RecordedQuery[]>;

const gets = contractOperations.filter(
  ({ method, path, parameters, exportedList }) =>
    method === 'get' &&
    path.includes('{') &&
    exportedList === undefined &&
    parameters.every(({ name }) => name !== 'cursor'),
);
const queriesOfCall =
  (id: OperationId, parts: Parameters<QueryPlanEnvironment['call']>[1]): RecordQueries =>
  async ({ call }) =>
    (await call(id, parts)).asked;

const order = {
  customer_id: 3,
  items: [
    { product_id: 11, quantity: 1 },
    { sku: 'SKU-12', quantity: 1 },
    { external_id: 'P-13', quantity: 1 },
  ],
  coupon_code: 'vale11',
  metadata: {},
};
const ofIds = {
  ...{ customer_id: 3, metadata: {} },
  // At an agreed price no promotion counts a use.
  items: [11, 12, 13].map((product_id) => ({ product_id, quantity: 1, unit_price: 5 })),
};
/** The lines of such an order, as far as a comparison with its items reads them. */
const LINES = [11, 12, 13].map((id) => ({
  ...{ product_id: id, sku: `OLD-${id}`, quantity: 1, price_source: { type: 'product' } },
}));
const delivered: AttemptResult = {
  status: 'SUCCESS',
  outcome: 'accepted',
  detail: null,
  responseStatus: 200,
  responseHeaders: null,
  responseBody: null,
  durationMs: 1,
  retryInMs: null,
};

/** A value of each table with values that no two rows have. */
const ROOM = { maxDeliveries: 20, endpointIds: [], allowances: [], defaultAllowance: 4 };

async function claimAndComplete(db: Querier): Promise<void> {
  const { deliveries: claimed } = await claimNextTenants(db, 0, ROOM);
  const ended = claimed.slice(0, 2).map((delivery) => ({ delivery, result: delivered }));
  await completeAttempts(db, ended);
  await releaseDeliveries(db, claimed.slice(2));
}

const TAKEN = [
  ['products', 'sku', 'SKU-7'],
  ['categories', 'external_id', 'C-7'],
  ['customers', 'external_id', 'K-7'],
  ['price_tables', 'code', 'T-7'],
  ['promotions', 'external_id', 'M-7'],
  ['coupons', 'code', 'vale7'],
  ['orders', 'external_id', 'O-7'],
] as const;

const ODD = Array.from({ length: 100 }, (_, n) => 2 * n + 1);
const MATCHED = [
  { ...productResource, keys: ODD.map((n) => `SKU-${n}`) },
  { ...customerResource, keys: ODD.map((n) => String(n).padStart(11, '0')) },
];

/** In both shops an endpoint fails, a key expires, a user may be told, and an endpoint works again. */
const TROUBLE = [
  "INSERT INTO users (tenant_id, email, password, permissions) SELECT tenant_id, 'ana@example.com', '', '{webhook.manage,api_key.manage}' FROM tenants",
  "UPDATE webhook_registrations SET failing_since = now() - interval '2 hours', failed_attempts = 20",
  "UPDATE api_keys SET expires_at = now() + interval '1 day', active = true WHERE tenant_id = 1 AND id = 7",
];

async function watchForAlerts(db: QueryRecorder): Promise<void> {
  const log = pino({ level: 'silent' });
  for (const sql of TROUBLE) await db.query(sql, []);
  await watch({ db, log, emails: true });
  await db.query('UPDATE webhook_registrations SET failing_since = NULL, failed_attempts = 0', []);
  await db.query("UPDATE alerts SET recovering_since = now() - interval '1 hour'", []);
  await watch({ db, log, emails: true });
}

const watchingForAlerts: RecordQueries = ({ record: asking }) => asking(watchForAlerts);

/**
 * The statements of a batch of 100 rows: a third new, a third that change, a third that stay as they are. Every 50th in the table
 * is deleted.
 */
const batchOf =
  (id: 'batchProducts' | 'batchCustomers' | 'batchCoupons', prefix: string, fields: object): RecordQueries =>
  async (environment) => {
    const items = Array.from({ length: 100 }, (_, n) =>
      n % 3 === 0
        ? { external_id: `NEW-${n}`, sku: `NEW-${n}`, code: `NEW-${n}`, ...fields }
        : { external_id: `${prefix}-${2 * n + 1}`, ...(n % 3 === 1 ? { metadata: { changed: 'yes' } } : {}) },
    );
    const { asked } = await environment.call(id, { body: { items } });
    return asked.filter(({ text }) => !text.includes('SAVEPOINT'));
  };

/** The customer has orders on the way. */
const eraseCustomer: RecordQueries = ({ record: asking }) =>
  asking(async (db) => {
    const customerId = (await findCustomerId(db, LARGE, { customer_external_id: 'K-7' }))!;
    await findCustomerId(db, LARGE, { customer_tax_id: '00000000007' });
    const erasure = { tenantId: LARGE, customerId, reason: 'r', actor: 'operator' };
    await db.transaction((tx) => beginErasure(tx, { ...erasure, customerId: 9 }).catch(() => undefined));
    await db.transaction((tx) => beginErasure(tx, { ...erasure, withOpenOrders: true }));
  });

/** An erasure at the beginning of a step, old enough to go on. The customer has orders. */
const ERASURE = `INSERT INTO customer_erasures (tenant_id, customer_id, reason, actor, step, terms, begins_after, events_erased_at)
  VALUES ($1, 102, 'r', 'operator', $2, '{ana@example.com}', now() - interval '1 hour', now() - interval '1 hour')`;
/** One whose steps are done. */
const ERASED = `INSERT INTO customer_erasures (tenant_id, customer_id, reason, actor) VALUES ($1, 102, 'r', 'operator')`;
/** So that there is something to change on the first page of each step. */
const OWN = [
  'UPDATE orders SET notes = metadata::text WHERE tenant_id = 1 AND customer_id = 102',
  `INSERT INTO idempotency_keys (tenant_id, key, fingerprint, status, headers, body)
     VALUES (1, 'a ana@example.com', '', 201, '{}', NULL), (1, 'b', '', 201, '{}', '{"customer_id":102,"notes":"x"}')`,
  `UPDATE events SET body = '{"data":{"customer_id":102,"reason":"x"}}' WHERE tenant_id = 1
     AND event_id = (SELECT event_id FROM events WHERE tenant_id = 1 ORDER BY event_id LIMIT 1)`,
];
/** One that the restored database doesn't have. */
const LISTED = { tenant_id: LARGE, customer_id: 0, customer_created_at: '', erased_at: '' };

/** The first of each statement: they come again for each page. */
const advance: RecordQueries = async ({ record: asking }) => {
  const asked = await asking(async (db) => {
    for (const sql of OWN) await db.query(sql, []);
    for (const step of STEPS) {
      await db.query(ERASURE, [LARGE, step]);
      for (const begins_after of [null, '-infinity']) {
        await db.query("UPDATE customer_erasures SET begins_after = $1 WHERE status = 'running'", [
          begins_after,
        ]);
        await advanceErasures(db as unknown as Database, 0);
      }
      await db.query("DELETE FROM customer_erasures WHERE status = 'running'", []);
    }
    await db.query(ERASED, [LARGE]);
    // What is analyzed is analyzed on another connection.
    await completeErasures({ query: (...asked) => db.query(...asked), analyze: async () => {} });
    await listErasures(db as unknown as Database);
    await replayErasures(db as unknown as Database, [LISTED]);
  });
  const ours = asked.filter(({ statement }) => statement !== undefined);
  return [...new Map(ours.toReversed().map((each) => [each.statement, each])).values()];
};

const NAMED_FILTERS: readonly (readonly [OperationId, Readonly<Record<string, string>>])[] = [
  ['listOrders', { customer_external_id: 'K-7' }],
  ['listOrders', { customer_tax_id: '00000000007' }],
  ['listCustomers', { tax_id: '000.000.000-07' }],
  ['listProducts', { category_external_id: 'C-7' }],
  ['listStockMovements', { product_external_id: 'P-7' }],
  ['listStockMovements', { order_external_id: 'O-7' }],
  ['listStockMovements', { sku: 'SKU-7' }],
  ['listCoupons', { promotion_external_id: 'M-7' }],
  ['listCustomers', { price_table_external_id: 'T-7' }],
];

const listsOfLarge: readonly ListSpec[] = [
  ...[categoryList, couponList, customerList, orderList, priceTableList, productList, promotionList],
];

/** The second statement of a page, which reads it if a row is large. */
const largePage =
  (spec: ListSpec, sort: string, order: string): RecordQueries =>
  async ({ context: { cursors }, record: asking }) => {
    const asked = await asking(async (db) => {
      await db.query(
        `UPDATE ${spec.from} SET metadata = jsonb_build_object('x', repeat('x', 1000000))
         WHERE id = (SELECT ${spec.id} FROM ${spec.from} WHERE tenant_id = $1 ORDER BY ${order} LIMIT 1) AND tenant_id = $1`,
        [LARGE],
      );
      const query = { limit: 200, sort, include_deleted: true };
      await listPage(db, { spec, cursors, tenantId: LARGE, query });
    });
    const large = asked.filter(({ statement }) => statement?.startsWith('list large'));
    if (large.length === 0) throw new Error(`No page of ${spec.name} was large.`);
    return large;
  };

/** The queries of everything except lists, with the number of rows they need if that is more than ten. */
export const queryCases: readonly [string, RecordQueries, number?][] = [
  [
    'assigning feed positions',
    queriesOfCall('listEvents', { query: { sort: 'position', limit: 20 } }),
    1_000,
  ],
  [
    'reading the data epoch',
    ({ record }) => record(async (db) => void (await new DataEpoch(db, () => 0).current())),
  ],
  ...gets.map((get): [string, RecordQueries] => [get.id, queriesOfCall(get.id, { path: pathOf(get) })]),
  ...NAMED_FILTERS.map(([id, filter]): [string, RecordQueries] => [
    `${id} by ${Object.keys(filter)[0]}`,
    queriesOfCall(id, { query: { ...filter, sort: 'id', limit: 20 } }),
  ]),
  ...listsOfLarge.flatMap((spec): [string, RecordQueries, number][] => [
    [`a page of large ${spec.name}`, largePage(spec, 'id', spec.id), 200],
    // PostgreSQL sorts a table of 500 rows.
    [`a page of large ${spec.name} by time`, largePage(spec, '-updated_at', 'updated_at DESC'), 500],
  ]),
  [
    'a page of large events',
    async ({ record: asking }) => {
      const asked = await asking(async (db) => {
        await db.query(
          `UPDATE events SET body = body || repeat(' ', 1000000)
           WHERE tenant_id = $1 AND feed_position = (SELECT min(feed_position) FROM events WHERE tenant_id = $1)`,
          [LARGE],
        );
        const kinds = eventCatalogue.map(({ kind }) => kind);
        await readFeed(db, { tenantId: LARGE, cursor: { position: 0 }, kinds, limit: 200 });
      });
      return asked.filter(({ statement }) => statement === 'read feed of large events');
    },
    200,
  ],
  ['placing an order', queriesOfCall('createOrder', { body: order })],
  [
    'placing an order that no discount applies to',
    queriesOfCall('createOrder', {
      body: {
        ...order,
        coupon_code: undefined,
        items: order.items.map((item) => ({ ...item, unit_price: 5 })),
      },
    }),
  ],
  ['placing an order with an Idempotency-Key', queriesOfCall('createOrder', { body: ofIds, once: true })],
  ...[plainOrder, orderOnce].map((write): [string, RecordQueries, number] => [
    `placing as many ${write.name} as are written together`,
    ({ record: asking }) => asking((db) => write.several(db, plainOrders(MAX_WRITES))),
    4 * MAX_WRITES,
  ]),
  ['quoting an order', queriesOfCall('quoteOrder', { body: order })],
  ['quoting an order of products by id', queriesOfCall('quoteOrder', { body: ofIds })],
  [
    'changing an order',
    queriesOfCall('updateOrder', { path: { order_id: 7 }, body: { ...order, coupon_code: 'vale12' } }),
  ],
  [
    "changing a shipped order's items and customer to the same",
    ({ record: asking }) =>
      asking(async (db) => {
        await db.transaction((tx) => withOwnProducts(tx, LARGE, LINES as never, order.items));
        await isNamedBy(db, LARGE, 3, { customer_external_id: 'K-3' });
        await withNewPriceTable(db, LARGE, 3, { price_table_external_id: 'nothing' }).catch(() => {});
      }),
  ],
  [
    'canceling an order',
    queriesOfCall('setOrderStatus', { path: { order_id: 7 }, body: { status: 'Canceled', reason: 'r' } }),
  ],
  ['validating a coupon', queriesOfCall('validateCoupon', { body: { ...order, coupon_code: 'vale11' } })],
  [
    'adjusting stock',
    queriesOfCall('adjustStock', {
      path: { product_id: 7 },
      body: { mode: 'delta', quantity: 1, reason: 'count' },
    }),
  ],
  ...(['Product', 'Category', 'Customer'] as const).map((kind): [string, RecordQueries] => [
    `upsert${kind}`,
    queriesOfCall(`upsert${kind}`, {
      path: { external_id: `${kind === 'Customer' ? 'K' : kind[0]}-7` },
      body: { metadata: { changed: 'yes' } },
    }),
  ]),
  [
    'a batch of products',
    batchOf('batchProducts', 'P', {
      ...{ name: 'Café', price: 1, category_id: 5, status: 'active', unit: 'un', track_stock: true },
      ...{ allow_backorder: false, min_stock: 0, image_urls: [], metadata: {}, stock: { on_hand: 1 } },
    }),
    200,
  ],
  [
    'a batch of customers',
    batchOf('batchCustomers', 'K', {
      ...{ type: 'person', name: 'Maria', addresses: [], tags: [], status: 'active', metadata: {} },
      price_table_id: 1,
    }),
    200,
  ],
  [
    'a batch of coupons',
    batchOf('batchCoupons', 'V', { status: 'active', promotion_id: 1, metadata: {} }),
    200,
  ],
  ['erasing a customer', eraseCustomer],
  ['advancing erasures', advance, 1_000],
  ['deleting a product', queriesOfCall('deleteProduct', { path: { product_id: 8 } })],
  ['deleting a category', queriesOfCall('deleteCategory', { path: { category_id: 1_995 } })],
  ['deleting a price table', queriesOfCall('deletePriceTable', { path: { price_table_id: 50 } })],
  ['deleting a promotion', queriesOfCall('deletePromotion', { path: { promotion_id: 999 } })],
  [
    'setting prices',
    queriesOfCall('setPriceTableEntries', {
      path: { price_table_id: 1 },
      body: {
        entries: [
          { product_id: 4, min_quantity: 5, price: 1 },
          { product_id: 6, price: null },
        ],
      },
    }),
  ],
  [
    'finding an API key by its hash',
    ({ record: asking }) => asking((db) => findByHash(db, Buffer.alloc(32))),
  ],
  [
    'finding several API keys by their hashes',
    ({ record: asking }) => asking((db) => findByHashes(db, [Buffer.alloc(32), Buffer.alloc(32, 1)])),
  ],
  [
    'recording the use of an API key',
    ({ record: asking }) => asking((db) => touchKeys(db, [{ tenantId: LARGE, id: 7, ageMs: 1 }])),
  ],
  [
    'finding users by their e-mail address',
    ({ record: asking }) => asking((db) => findUsersByEmail(db, 'ana@example.com')),
  ],
  ...MATCHED.map(({ noun, match, keys }): [string, RecordQueries, number] => [
    `finding the ${noun}s of a batch by ${match!.field}`,
    ({ record: asking }) =>
      asking(async (db) => {
        for (const find of [match!.findRows, match!.lockRows]) await find(db, { tenant_id: LARGE, keys });
      }),
    200,
  ]),
  ...TAKEN.map(([table, field, value]): [string, RecordQueries] => [
    `naming the row of ${table} that has a value`,
    ({ record: asking }) => asking((db) => namingExisting(db, LARGE, [new ValueTaken(table, field, value)])),
  ]),
  [
    'finding promotions by external ids',
    ({ record: asking }) => asking((db) => findPromotionIds(db, LARGE, ['M-7', 'M-9'])),
  ],
  [
    'finding categories by external ids',
    ({ record: asking }) => asking((db) => categoryIn('category_id').findIds(db, LARGE, ['C-7', 'C-9'])),
  ],
  ['finding a coupon by its code', ({ record: asking }) => asking((db) => findCouponId(db, LARGE, 'VALE7'))],
  [
    'claiming, completing and releasing deliveries',
    ({ record: asking }) =>
      asking(async (db) => {
        await claimAndComplete(db);
        await claimTenants(db, [LARGE], ROOM);
      }),
  ],
  ['the same of one tenant each', ({ record: asking }) => asking((db) => claimAndComplete(asOnCitus(db)))],
  [
    'sweeping expired leases',
    ({ record: asking }) => asking((db) => endLostAttempts(db, { schedule: createRetrySchedule({}) })),
  ],
  ['watching endpoints and keys for alerts', watchingForAlerts, 30],
  [
    'sending alerts by e-mail',
    ({ record: asking }) =>
      asking(async (db) => {
        await watchForAlerts(db);
        for (const email of await claimEmails(db, 5))
          await finishEmail(db, email, { status: 'sent', error: null, retryInMs: 0 });
      }),
    30,
  ],
  ['reading open alerts', ({ record: asking }) => asking((db) => openAlerts(db, LARGE, ALERT_KINDS))],
  [
    'reading closed alerts',
    ({ record: asking }) =>
      asking((db) =>
        closedAlerts(db, LARGE, ALERT_KINDS, {
          after: { closedAt: '2099-01-01T00:00:00.000Z', id: 1 },
          limit: 26,
        }),
      ),
  ],
  ['deleting old alerts', ({ record: asking }) => asking((db) => deleteOldAlerts(db))],
  ['reading the position in the log', ({ record: asking }) => asking((db) => readWalPosition(db))],
  [
    'reading the age of the oldest due delivery',
    ({ record: asking }) => asking((db) => oldestDueSeconds(db)),
  ],
  ['finding the fullest tenants', ({ record: asking }) => asking((db) => fullestTenants(db))],
  ['finding the latest endpoints', ({ record: asking }) => asking((db) => lateEndpoints(db))],
];
