import { findByHash, touchKeys } from '../../server/api-keys/store.ts';
import { contractOperations, type OperationId } from '../../server/contract.ts';
import { findCouponId } from '../../server/coupons/store.ts';
import { claimNextTenants, claimTenants } from '../../server/webhooks/queue/claim.ts';
import { type AttemptResult, completeAttempts } from '../../server/webhooks/queue/complete.ts';
import { releaseDeliveries, sweepExpiredLeases } from '../../server/webhooks/queue/lease.ts';
import { oldestDueSeconds } from '../../server/webhooks/queue/queue-state.ts';
import { LARGE } from './large-shop-rows.ts';
import { pathOf } from './list-cases.ts';
import type { PlanWorld } from './query-plan-environment.ts';
import type { Asked } from './query-recorder.ts';

type Ask = (world: PlanWorld) => Promise<readonly Asked[]>;

const gets = contractOperations.filter(
  ({ method, path, parameters }) =>
    method === 'get' && path.includes('{') && parameters.every(({ name }) => name !== 'cursor'),
);
const calling =
  (id: OperationId, parts: Parameters<PlanWorld['call']>[1]): Ask =>
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
const delivered: AttemptResult = {
  status: 'SUCCESS',
  outcome: 'accepted',
  detail: null,
  responseStatus: 200,
  responseBody: null,
  durationMs: 1,
  retryInMs: null,
};

/** What is asked for one thing, not for a list, and how many rows it is about, if more than ten. */
export const lookUps: readonly [string, Ask, number?][] = [
  ['numbering events', calling('listEvents', { query: { sort: 'position', limit: 20 } }), 1_000],
  ...gets.map((get): [string, Ask] => [get.id, calling(get.id, { path: pathOf(get) })]),
  ['placing an order', calling('createOrder', { body: order })],
  ['quoting an order', calling('quoteOrder', { body: order })],
  [
    'canceling an order',
    calling('setOrderStatus', { path: { order_id: 7 }, body: { status: 'Canceled', reason: 'r' } }),
  ],
  [
    'validating a coupon',
    calling('validateCoupon', { body: { ...order, coupon_code: undefined, code: 'vale11' } }),
  ],
  [
    'adjusting stock',
    calling('adjustStock', {
      path: { product_id: 7 },
      body: { mode: 'delta', quantity: 1, reason: 'count' },
    }),
  ],
  ...(['Product', 'Category', 'Customer'] as const).map((kind): [string, Ask] => [
    `upsert${kind}`,
    calling(`upsert${kind}`, {
      path: { external_id: `${kind === 'Customer' ? 'K' : kind[0]}-7` },
      body: { metadata: { changed: 'yes' } },
    }),
  ]),
  ['deleting a product', calling('deleteProduct', { path: { product_id: 8 } })],
  ['deleting a category', calling('deleteCategory', { path: { category_id: 1_995 } })],
  ['deleting a price table', calling('deletePriceTable', { path: { price_table_id: 50 } })],
  ['deleting a promotion', calling('deletePromotion', { path: { promotion_id: 999 } })],
  [
    'setting prices',
    calling('setPriceTableEntries', {
      path: { price_table_id: 1 },
      body: {
        entries: [
          { product_id: 4, min_quantity: 5, price: 1 },
          { product_id: 6, price: null },
        ],
      },
    }),
  ],
  ['a key', ({ asking }) => asking((db) => findByHash(db, Buffer.alloc(32)))],
  [
    'noting the use of a key',
    ({ asking }) => asking((db) => touchKeys(db, [{ tenantId: LARGE, id: 7, ageMs: 1 }])),
  ],
  ['a coupon by its code', ({ asking }) => asking((db) => findCouponId(db, LARGE, 'VALE7'))],
  [
    'claiming, completing and giving back deliveries',
    ({ asking }) =>
      asking(async (db) => {
        const room = { maxDeliveries: 20, endpointIds: [], allowances: [], defaultAllowance: 4 };
        const { deliveries: claimed } = await claimNextTenants(db, 0, room);
        await completeAttempts(
          db,
          claimed.slice(0, 2).map((each) => ({ delivery: each, result: delivered })),
        );
        await releaseDeliveries(db, claimed.slice(2));
        await claimTenants(db, [LARGE], room);
      }),
  ],
  ['sweeping leases', ({ asking }) => asking((db) => sweepExpiredLeases(db, 5))],
  ['the age of the oldest due delivery', ({ asking }) => asking((db) => oldestDueSeconds(db))],
];
