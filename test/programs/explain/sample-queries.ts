import { randomUUID } from 'node:crypto';
import type { Response } from 'express';
import type { KeyRecord } from '../../../server/accounts/api-keys/store.ts';
import { OPERATOR } from '../../../server/accounts/audit/actor.ts';
import { deleteOldRefusedRequests } from '../../../server/accounts/request-log/retention.ts';
import { listRefusedKeys } from '../../../server/accounts/request-log/store.ts';
import { TenantActivity } from '../../../server/accounts/tenants/activity.ts';
import { StorageMeter } from '../../../server/accounts/tenants/storage.ts';
import { runOnce } from '../../../server/api/idempotency/run-once.ts';
import { PostgresWindows } from '../../../server/api/limits/postgres-windows.ts';
import type { OperationId } from '../../../server/base/contract.ts';
import type { Database } from '../../../server/db/pool/database.ts';
import { setRequestContext } from '../../../server/http/request-context.ts';
import { productResource } from '../../../server/trade/catalogue/products/resource.ts';
import { customerResource } from '../../../server/trade/customers/resource.ts';
import { writeAttempt } from '../../../server/trade/orders/change/lifecycle-store.ts';
import { writeVoid } from '../../../server/trade/orders/money/payment-store.ts';
import { writeRefund } from '../../../server/trade/orders/money/refund-store.ts';
import { writeReturn } from '../../../server/trade/orders/money/return-store.ts';
import { findCategoryPaths } from '../../../server/trade/orders/place/sellable-products.ts';
import { couponResource } from '../../../server/trade/pricing/coupons/resource.ts';
import { priceTableResource } from '../../../server/trade/pricing/price-tables/resource.ts';
import { listProblems } from '../../../server/webhooks/alerts/problems.ts';
import { HealthRecorder } from '../../../server/webhooks/endpoints/health-recorder.ts';
import { pulsesOf } from '../../../server/webhooks/endpoints/pulse.ts';
import { deliveriesFingerprint } from '../../../server/webhooks/log/delivery-changes.ts';
import { eventsAbout } from '../../../server/webhooks/log/events-about.ts';
import { makeLogPartitions } from '../../../server/webhooks/log/log-partitions.ts';
import { queueState } from '../../../server/webhooks/queue/queue-state.ts';
import { advanceRecoveries } from '../../../server/webhooks/recovery/advance-recoveries.ts';
import { countRecoverable } from '../../../server/webhooks/recovery/recoverable.ts';
import { countAccepted, findDeliveries, resend } from '../../../server/webhooks/recovery/resend.ts';
import { dropOldPartitions, findQueuedOf } from '../../../server/webhooks/retention/drop-partitions.ts';
import {
  dropDeletedDeliveries,
  endExpiredDeliveries,
} from '../../../server/webhooks/retention/drop-queued.ts';
import { LARGE } from '../../support/large-shop-rows.ts';
import { listOperations, pathOf, sortsOf } from '../../support/list-cases.ts';
import { queryCases, type RecordQueries } from '../../support/query-cases.ts';
import type { QueryPlanEnvironment } from '../../support/query-plan-environment.ts';
import { logRefused, refusedRequest } from '../../support/refused-requests.ts';
import { reportCases } from '../../support/report-cases.ts';

/** Work that runs statements on the filled database, with the values of existing rows. */
export interface SampleQueries {
  readonly title: string;
  readonly run: RecordQueries;
  /** Whether it runs on the webhook worker's connections, which have their own planner settings. */
  readonly onWorker: boolean;
}

const ON_WORKER = /claiming|leases|due delivery|queue/;

const call =
  (id: OperationId, options: Parameters<QueryPlanEnvironment['call']>[1]): RecordQueries =>
  async (environment) =>
    (await environment.call(id, options)).asked;

const lists = listOperations.flatMap((list) =>
  sortsOf(list).map((sort): [string, RecordQueries] => [
    `${list.id} by ${sort}`,
    call(list.id, { path: pathOf(list), query: { sort, limit: 50 } }),
  ]),
);

// Bodies as they are after validation, with the contract's defaults.
const metadata = {};
const category = { name: 'Bebidas', slug: 'bebidas', parent_id: 5, position: 0, metadata };
const product = {
  name: 'Café',
  sku: 'NEW',
  price: 10,
  category_id: 5,
  status: 'active',
  unit: 'un',
  track_stock: true,
  allow_backorder: false,
  min_stock: 0,
  image_urls: [],
  metadata,
};
const items = [{ product_id: 3, quantity: 1 }];
const adjustment = { mode: 'set', quantity: 7, reason: 'count' };
const counts = Array.from({ length: 1000 }, (_, i) => ({ product_id: i + 1, ...adjustment }));
const customer = { type: 'person', name: 'Maria', addresses: [], tags: [], status: 'active', metadata };
const promotion = {
  name: 'Promo',
  status: 'active',
  priority: 1,
  stackable: false,
  requires_coupon: true,
  discount: { type: 'percentage', percentage: 1 },
  target: { type: 'products', product_ids: [3, 4] },
  conditions: {},
  metadata,
};
const categoryPromotion = { ...promotion, target: { type: 'categories', category_ids: [5, 6] } };
const coupon = { code: 'NEW', status: 'active', promotion_id: 1, metadata };
const priceTable = {
  name: 'Nova',
  code: 'NEW',
  kind: 'percentage',
  percentage: 1,
  status: 'active',
  priority: 2,
  is_default: true,
  metadata,
};

const resending =
  (status: 'PENDING' | 'SUCCESS'): RecordQueries =>
  ({ record, client }) =>
    record(async (db) => {
      const { rows } = await client.query<{ id: string }>(
        'SELECT id FROM webhook_deliveries WHERE tenant_id = $1 AND status = $2 LIMIT 1',
        [LARGE, status],
      );
      const { id } = rows[0]!;
      const { tenantId } = (await findDeliveries(db, id))[0]!;
      await findDeliveries(db, randomUUID());
      await countAccepted(db, tenantId, [id]);
      await resend(db, OPERATOR, { tenantId, id });
    });

/** A recovery of all events. Only one that is older than the oldest open transaction is advanced. */
const NEW_RECOVERY = `INSERT INTO webhook_recoveries (tenant_id, registration_id, occurred_from, occurred_until, total, begins_after)
  SELECT tenant_id, min(id), '-infinity', 'infinity', 0, '-infinity' FROM webhook_registrations WHERE tenant_id = $1
  GROUP BY tenant_id`;

const recovering: RecordQueries = ({ record }) =>
  record(async (db) => {
    await db.query(NEW_RECOVERY, [LARGE]);
    for (const begins_after of [null, '-infinity']) {
      await db.query("UPDATE webhook_recoveries SET begins_after = $1 WHERE status = 'running'", [
        begins_after,
      ]);
      await advanceRecoveries(db as unknown as Database);
    }
    await countRecoverable(db, { tenantId: LARGE, id: 1 }, { from: '2026-01-01Z', until: '2026-01-02Z' });
  });

const readingPages: RecordQueries = ({ record }) =>
  record(async (db) => {
    await listProblems(db, LARGE);
    await pulsesOf(db, LARGE);
    await eventsAbout(db, LARGE, { type: 'customer', id: 5 });
    await eventsAbout(db, LARGE, { type: 'product', id: 5 });
  });

const droppingDeliveries: RecordQueries = ({ record }) => record((db) => dropDeletedDeliveries(db));

const endingLogs: RecordQueries = ({ record }) =>
  record(async (db) => {
    await makeLogPartitions(db);
    await endExpiredDeliveries(db, Date.now());
    await dropOldPartitions(db as unknown as Database, Date.now());
    await findQueuedOf(db, { firstId: '00000000-0100-0000-0000-000000000000', endId: null });
  });

const countingAttempts: RecordQueries = ({ record }) =>
  record(async (db) => {
    const recorder = new HealthRecorder(db, Date.now);
    recorder.record({ tenantId: LARGE, id: 1 }, { outcome: 'accepted', durationMs: 12 });
    await recorder.flush();
    const activity = new TenantActivity(db);
    activity.requested(LARGE, 200);
    await activity.flush();
    const storage = new StorageMeter(db);
    storage.add(LARGE, { rows: 1, log: 1 });
    await storage.flush();
  });

const storingResponse: RecordQueries = ({ record }) =>
  record((db) => {
    const res = {} as Response;
    setRequestContext(res, {
      requestId: 'test',
      startedAt: 0,
      caller: { tenantId: LARGE } as KeyRecord,
      idempotency: { key: 'NEW', fingerprint: Buffer.alloc(32), bytesFingerprint: Buffer.alloc(32) },
    });
    return db.transaction((tx) => runOnce(tx, res, async () => ({ status: 201, headers: {}, body: '{}' })));
  });

const EXPIRED_COUNT = `INSERT INTO refused_request_counts (tenant_id, hour, code, kept, dropped)
  VALUES ($1, '2020-01-01', 'not_found', 100000, 0)`;

const refusing: RecordQueries = ({ record }) =>
  record(async (db) => {
    await db.query(EXPIRED_COUNT, [LARGE]);
    await db.query(EXPIRED_COUNT.replace('2020-01-01', 'now'), [LARGE]);
    await logRefused(db, [refusedRequest(LARGE)]);
    await deleteOldRefusedRequests(db);
    await listRefusedKeys(db, LARGE);
  });

const countingRequests: RecordQueries = ({ record }) =>
  record(async (db) => void (await new PostgresWindows(db).take(LARGE, 300)));

/** A batch reads its rows with it before it writes them. The recorder has no reads beside its transaction. */
const findingRowsOfABatch: RecordQueries = ({ record }) =>
  record(async (db) => {
    const resources = [productResource, customerResource, couponResource, priceTableResource];
    const keys = ['P-7', 'K-7', 'SKU-7', '00000000007'];
    for (const { writer, match } of resources)
      for (const finders of [writer, match])
        if (typeof finders === 'object') await finders.findRows(db, { tenant_id: LARGE, keys });
  });

/** Two rows are written together if they differ in these. */
const named = (name: string) => ({ external_id: name, code: name, slug: name });
const created = (item: object) => ['NEW-1', 'NEW-2'].map((name) => ({ ...item, ...named(name) }));

const pastOrder = {
  ...{ external_id: 'PAST', customer_id: 5, placed_at: '2024-05-10T13:20:00.000Z', status: 'Delivered' },
  items: [{ product_id: 5, quantity: 1, unit_price: 10 }],
};
const writes: readonly (readonly [string, RecordQueries])[] = [
  ['finding the rows of a batch', findingRowsOfABatch],
  ['a request of the rate limit', countingRequests],
  ['createCategory', call('createCategory', { body: category })],
  ['createCategory without a slug', call('createCategory', { body: { ...category, slug: undefined } })],
  ['updateCategory', call('updateCategory', { path: { category_id: 30 }, body: { parent_id: 5 } })],
  ...(
    [
      ['batchCategories', { ...category, parent_id: null }, 'C-30'],
      ['batchCoupons', coupon, 'V-7'],
      ['batchPriceTables', { ...priceTable, is_default: false }, 'T-7'],
      ['batchPromotions', promotion, 'M-7'],
    ] as const
  ).map(([id, item, existing]): [string, RecordQueries] => [
    id,
    call(id, { body: { items: [...created(item), { external_id: existing, metadata: { a: 'b' } }] } }),
  ]),
  ['upsertProduct creates', call('upsertProduct', { path: { external_id: 'NEW' }, body: product })],
  ['upsertCoupon', call('upsertCoupon', { path: { external_id: 'V-7' }, body: { metadata } })],
  ['upsertPriceTable', call('upsertPriceTable', { path: { external_id: 'T-7' }, body: { metadata } })],
  ['upsertPromotion', call('upsertPromotion', { path: { external_id: 'M-7' }, body: { name: 'Nova' } })],
  ['createProduct', call('createProduct', { body: product })],
  ['quoting for an external id', call('quoteOrder', { body: { customer_external_id: 'K-3', items } })],
  ['quoting for a tax id', call('quoteOrder', { body: { customer_tax_id: '000.000.000-03', items } })],
  ['importOrders', call('importOrders', { body: { stock: 'force', events: 'feed', items: [pastOrder] } })],
  ['createStockAdjustment', call('createStockAdjustment', { body: { product_id: 5, ...adjustment } })],
  ['batchStockAdjustments', call('batchStockAdjustments', { body: { items: counts } })],
  ['createCustomer', call('createCustomer', { body: { ...customer, price_table_id: 1 } })],
  ['updateCustomer', call('updateCustomer', { path: { customer_id: 5 }, body: { name: 'Ana' } })],
  ['deleteCustomer', call('deleteCustomer', { path: { customer_id: 5 } })],
  ['createPromotion', call('createPromotion', { body: promotion })],
  ['createPromotion for categories', call('createPromotion', { body: categoryPromotion })],
  ['createCoupon', call('createCoupon', { body: coupon })],
  ['updateCoupon', call('updateCoupon', { path: { coupon_id: 5 }, body: { usage_limit: 7 } })],
  ['deleteCoupon', call('deleteCoupon', { path: { coupon_id: 5 } })],
  ['createPriceTable', call('createPriceTable', { body: priceTable })],
  ['addOrderPayment', call('addOrderPayment', { path: { order_id: 6 }, body: { amount: 5, method: 'pix' } })],
  [
    'adding a return to an order',
    ({ record }) =>
      record((db) =>
        db.transaction((tx) =>
          writeReturn(tx, {
            ...{ tenantId: LARGE, id: 7, returned: [], items: [], restock: true, reason: 'r' },
            ...{ refundId: null, actor: 'system' },
          }),
        ),
      ),
  ],
  [
    'recording a refund',
    ({ record }) =>
      record(async (db) => {
        await db.query('UPDATE orders SET paid_total = 5 WHERE tenant_id = $1 AND id = 8', [LARGE]);
        const refund = { amount: 1, reason: 'r', reference: null, paymentId: null, refundedAt: null };
        await db.transaction((tx) => writeRefund(tx, { tenantId: LARGE, id: 8, ...refund, actor: 'system' }));
      }),
  ],
  [
    'voiding a payment',
    ({ record }) =>
      record(async (db) => {
        await db.query(
          `UPDATE orders SET paid_total = 5,
             payments = '[{"id":1,"amount":5,"method":"pix","reference":null,"paid_at":"2026-02-01T09:30:00.000Z"}]'
           WHERE tenant_id = $1 AND id = 8`,
          [LARGE],
        );
        await db.transaction((tx) => writeVoid(tx, { tenantId: LARGE, id: 8, paymentId: 1, reason: 'r' }));
      }),
  ],
  [
    'recording a delivery attempt',
    ({ record }) =>
      record((db) =>
        db.transaction((tx) =>
          writeAttempt(tx, { tenantId: LARGE, id: 7, outcome: 'failed', reason: 'closed', at: null }),
        ),
      ),
  ],
  [
    'finding the ancestors of categories',
    ({ record }) => record((db) => findCategoryPaths(db, LARGE, [30, 31])),
  ],
  ['resending a pending delivery', resending('PENDING')],
  ['resending a successful delivery', resending('SUCCESS')],
  ['recovering deliveries', recovering],
  ['the first page, and the page of a customer', readingPages],
  ['watching deliveries', ({ record }) => record((db) => deliveriesFingerprint(db, LARGE))],
  ['dropping deliveries of deleted endpoints', droppingDeliveries],
  ['ending the retention of logs', endingLogs],
  ['counting attempts per hour', countingAttempts],
  ['recording, listing and deleting refused requests', refusing],
  ['storing the response of an Idempotency-Key', storingResponse],
  ['reading the state of the queue', ({ record }) => record((db) => queueState(db))],
];

/** Includes every statement of the hot path: query-plans.test.ts fails for a statement without a sample. */

export const sampleQueries: readonly SampleQueries[] = [
  ...queryCases,
  ...reportCases,
  ...writes,
  ...lists,
].map(([title, run]) => ({ title, run, onWorker: ON_WORKER.test(title) }));
