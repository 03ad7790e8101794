import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import type { Operation, OperationId } from '../../../server/base/contract.ts';
import { datedUuid } from '../../../server/db/event-cause.ts';
import { REPORT_SETTINGS } from '../../../server/db/pool/report-database.ts';
import { MAX_WRITES } from '../../../server/db/tenants/group-commit.ts';
import { openWorkerDatabase } from '../../../server/main/roles/worker-database.ts';
import { orderOnce, plainOrder } from '../../../server/trade/orders/place/insert-plain-orders.ts';
import { findNamed } from '../../../server/trade/search/find-named.ts';
import { findOrderIds, newestOrdersOf } from '../../../server/trade/search/find-orders.ts';
import { listProblems } from '../../../server/webhooks/alerts/problems.ts';
import { pulsesOf } from '../../../server/webhooks/endpoints/pulse.ts';
import { eventsAbout } from '../../../server/webhooks/log/events-about.ts';
import { findLogged } from '../../../server/webhooks/log/find-logged.ts';
import { timelineOf } from '../../../server/webhooks/log/timeline.ts';
import { claimNextTenants, claimTenants } from '../../../server/webhooks/queue/claim.ts';
import { completeAttempts } from '../../../server/webhooks/queue/complete.ts';
import { releaseDeliveries } from '../../../server/webhooks/queue/release.ts';
import { sampleQueries } from '../../programs/explain/sample-queries.ts';
import { explain, type Plan, planCacheModes } from '../../support/explain.ts';
import { LARGE, SMALL } from '../../support/large-shop-rows.ts';
import {
  type FilterCase,
  filterCasesOf,
  listOperations,
  reversed,
  sortsOf,
} from '../../support/list-cases.ts';
import { type ListBody, PAGE, pagesOf, readPage } from '../../support/list-pages.ts';
import { plainOrders } from '../../support/plain-orders.ts';
import { plannedAnew, plansOf } from '../../support/planned-statements.ts';
import { queryCases } from '../../support/query-cases.ts';
import { openQueryPlanEnvironment, type QueryPlanEnvironment } from '../../support/query-plan-environment.ts';
import type { QueryRecorder, RecordedQuery } from '../../support/query-recorder.ts';
import { DAY_ORDERS, reportCases } from '../../support/report-cases.ts';
import { type Exemption, missingRuns, NEVER_RUN, OF_TESTS } from '../../support/statement-runs.ts';

/** Products need about 100. PostgreSQL plans for a page of 200, and finds a value of one row in 5 by walking the order. */
const PAGE_BUFFERS = 500;
/** The maximum page, plus one row. */
const PAGE_SORTED = 201;
/** For pages other than the row's own: another index level, a deleted row that is skipped. */
const SLACK_BUFFERS = 40;
/** The most that one statement of the feed reads, see server/events/store.ts; a page of 8 kB has 12 events. */
const FEED_STEP_BUFFERS = 10_000 / 12;
/** Without an index of requests, the events of a few minutes are read, or the newest. */
const EVENTS_BUFFERS = 25_000;
/** For a row that is locked and changed, with its indexes and related rows. */
const ROW_BUFFERS = 50;
/**
 * For a time range in another order; no index has both. PostgreSQL walks the order until the page is full, so all pages
 * together read each row once. When the range has few of the table's rows, it sorts those.
 */
const WALK_SORTED = 10_000;
const isWalk = ({ isSpan }: FilterCase, { name }: RecordedQuery): boolean => isSpan && name === undefined;

/** The lists with their statements, one for each combination of filters and order; see page-statement.ts. */
const LISTS =
  'categories coupons coupon-redemptions customers delivery-attempts orders payments price-tables price-table-entries products promotions refunds returns stock stock-movements';
/** Statements without a sample, and who else looks at their plans. */
const NOT_SAMPLED: readonly Exemption[] = [
  [
    new RegExp(`^list (large )?(${LISTS.replaceAll(' ', '|')}) by -?[a-z_]+ \\(\\d+\\)$`),
    'each list is read above in every order and with every filter, and with a large row in two',
  ],
  [/^list (large )?order-lines by /, 'the list of orders, with another document'],
  [/^start feed epoch$/, 'the epoch has begun before, and the next one begins after a restore'],
  OF_TESTS,
  NEVER_RUN,
];

let environment: QueryPlanEnvironment;
beforeAll(async () => {
  environment = await openQueryPlanEnvironment(inject('serverUrl'));
}, 600_000);
afterAll(() => environment?.close());

const scannedLarge = ({ scanned }: Plan): string[] =>
  scanned.filter((table) => environment.largeTables.has(table));

function violationsOf(plan: Plan, most: number, sorted: number): string[] {
  return [
    ...scannedLarge(plan).map((table) => `reads all of ${table}`),
    ...(plan.sorted > sorted ? [`sorts ${plan.sorted} rows`] : []),
    ...(plan.buffers > most ? [`reads ${plan.buffers} buffers, not ${most}`] : []),
  ];
}

/** Looks at both directions of each order, and at a page in the middle in each of them: to find that takes as long as the rest. */
const isLong = process.env.TRADEPOST_ALL_PLANS !== undefined;

/** It reads the index of the other direction backwards, as the last page of that does. */
const isReverse = (sort: string, all: readonly string[]): boolean =>
  sort.startsWith('-') && sort !== all[0] && all.includes(reversed(sort));

async function listViolations(list: Operation, sort: string, filtered: FilterCase): Promise<string[]> {
  const pages = await pagesOf(environment, list, sort, filtered, isLong || sort === sortsOf(list)[0]);
  const violations: string[] = [];
  for (const planned of planCacheModes(pages[0]![1])) {
    let most = list.id === 'listEvents' ? FEED_STEP_BUFFERS : PAGE_BUFFERS;
    for (const [name, asked] of pages) {
      const plan = await explain(environment.client, asked, planned);
      const where = `${sort} ${JSON.stringify(filtered.query)} ${name} ${planned}: ${plan.shape}`;
      const found = isWalk(filtered, asked)
        ? violationsOf(plan, Number.POSITIVE_INFINITY, WALK_SORTED)
        : violationsOf(plan, most, PAGE_SORTED);
      violations.push(...found.map((violation) => `${violation}: ${where}`));
      most = Math.min(most, 2 * plan.buffers + SLACK_BUFFERS);
    }
  }
  return violations;
}

describe('with 100 000 rows', () => {
  it.each(listOperations)(
    '$id reads no more for a late page than for the first, in any order and with any filter',
    async (list) => {
      const all = sortsOf(list);
      const sample = (await readPage(environment, list, { sort: all[0], limit: 200 })).data.at(-1)!;
      const sorts = isLong ? all : all.filter((sort) => !isReverse(sort, all));
      const violations: string[] = [];
      for (const sort of sorts)
        for (const filtered of filterCasesOf(list, sample))
          violations.push(...(await listViolations(list, sort, filtered)));
      expect(violations).toEqual([]);
    },
  );

  it('a page of the feed reads no more positions than it has events, whatever plan finds them', async () => {
    const { asked, body } = await environment.call<ListBody>('listEvents', { query: { limit: PAGE } });
    expect(body.data).toHaveLength(PAGE);
    const reads = asked.filter(({ name }) => name === 'read feed');
    const positions = reads.map(({ parameters, values }) => {
      const [after, until] = ['after', 'until'].map((name) => Number(values[parameters.indexOf(name)]));
      return until! - after!;
    });
    // One more event than the page has tells whether there is a next page.
    expect(positions).toEqual([PAGE + 1]);
  });

  it('a reader of a rare event type skips the other events only once', async () => {
    const query = { event_type: 'delivery.failed', limit: PAGE };
    const first = await environment.call<ListBody>('listEvents', { query });
    expect(first.body.data.length).toBeGreaterThan(0);
    const again = { ...query, cursor: first.body.page.next_cursor };
    const { asked, body } = await environment.call<ListBody>('listEvents', { query: again });
    expect(body.data).toEqual([]);
    expect(asked.filter(({ name }) => name === 'read feed')).toEqual([]);
  });

  it.each<(typeof queryCases)[number]>(queryCases)(
    '%s reads only the rows that it needs',
    async (_name, ask, rows = 10) => {
      const violations: string[] = [];
      for (const asked of await ask(environment))
        for (const planned of planCacheModes(asked)) {
          await explain(environment.client, asked, planned); // a connection's first execution also reads PostgreSQL's own tables
          const plan = await explain(environment.client, asked, planned);
          const found = violationsOf(plan, rows * ROW_BUFFERS, Math.max(rows, PAGE_SORTED));
          violations.push(
            ...found.map(
              (violation) => `${violation}: ${asked.name ?? asked.text} ${planned}: ${plan.shape}`,
            ),
          );
        }
      expect(violations).toEqual([]);
    },
  );
});

describe('a sales report of one day', () => {
  /** By nature it reads all of the day's orders, by product their lines too, and what each row is named after. */
  const BUFFERS_PER_ORDER = 12;
  it.each(reportCases)('%s reads only the orders of the day, through an index', async (_name, ask) => {
    const asked = (await ask(environment)).find(({ statement }) => statement?.startsWith('sum sales'))!;
    const plan = await explain(environment.client, asked, 'force_custom_plan', REPORT_SETTINGS);
    const found = violationsOf(plan, DAY_ORDERS * BUFFERS_PER_ORDER, DAY_ORDERS);
    expect(found, plan.shape).toEqual([]);
    expect(plan.shape).toContain('orders_sales');
    expect(planCacheModes(asked)).toEqual(['force_custom_plan']);
  });
});

const order = {
  customer_id: 3,
  items: [11, 12, 13].map((product_id) => ({ product_id, quantity: 1 })),
  metadata: {},
};
const smallOrder = {
  ...order,
  customer_id: 1_000_003,
  items: [11, 13, 15].map((id) => ({ product_id: 1_000_000 + id, quantity: 1 })),
};
const hotFlows: [string, OperationId, Parameters<QueryPlanEnvironment['call']>[1]][] = [
  ['an order', 'createOrder', { body: order }],
  ['an order of a small tenant', 'createOrder', { tenantId: SMALL, body: smallOrder }],
  ['an order with a coupon', 'createOrder', { body: { ...order, coupon_code: 'vale11' } }],
  [
    'an order at agreed prices',
    'createOrder',
    { body: { ...order, items: order.items.map((item) => ({ ...item, unit_price: 5 })) } },
  ],
  [
    'an order with an Idempotency-Key',
    'createOrder',
    { once: true, body: { ...order, items: order.items.map((item) => ({ ...item, unit_price: 5 })) } },
  ],
  ['a quote', 'quoteOrder', { body: order }],
  ['a product', 'getProduct', { path: { product_id: 11 } }],
  ['a list of products', 'listProducts', { query: { sort: 'id', limit: 20 } }],
  [
    'a list of the newest changes',
    'listOrders',
    { query: { sort: 'updated_at', limit: 20, updated_since: new Date(Date.now() - 60_000).toISOString() } },
  ],
  ['an order that is read', 'getOrder', { path: { order_id: 7 } }],
  [
    'a change of stock',
    'adjustStock',
    { path: { product_id: 7 }, body: { mode: 'delta', quantity: 1, reason: 'count' } },
  ],
];

/** Half of the rows are new. */
const batchItems = (prefix: string, fields: object) =>
  Array.from({ length: 100 }, (_, n) =>
    n % 2 === 0
      ? { external_id: `NEW-${n}`, sku: `NEW-${n}`, ...fields }
      : { external_id: `${prefix}-${2 * n + 1}`, metadata: { changed: 'yes' } },
  );
const hotBatches: typeof hotFlows = [
  [
    'a batch of products',
    'batchProducts',
    {
      body: {
        items: batchItems('P', {
          ...{ name: 'Café', price: 1, category_id: 5, status: 'active', unit: 'un', track_stock: true },
          ...{ allow_backorder: false, min_stock: 0, image_urls: [], metadata: {} },
        }),
      },
    },
  ],
  [
    'a batch of customers',
    'batchCustomers',
    {
      body: {
        items: batchItems('K', {
          ...{ type: 'person', name: 'Maria', addresses: [], tags: [], status: 'active', metadata: {} },
          price_table_id: 1,
        }),
      },
    },
  ],
  ...(['sku', 'product_id'] as const).map((field): (typeof hotFlows)[number] => [
    `a batch of stock adjustments by ${field}`,
    'batchStockAdjustments',
    {
      body: {
        items: Array.from({ length: 100 }, (_, n) => ({
          ...{ mode: 'delta', quantity: 1, reason: 'count' },
          [field]: field === 'sku' ? `SKU-${2 * n + 1}` : 2 * n + 1,
        })),
      },
    },
  ]),
  ['a page of the feed', 'listEvents', { query: { sort: 'position', limit: 100 } }],
];

describe('PostgreSQL settles on a generic plan', () => {
  it.each([...hotFlows, ...hotBatches])('for %s', async (_name, id, parts) => {
    expect(await plannedAnew(environment, () => environment.call(id, parts))).toEqual([]);
  });

  it.each([plainOrder, orderOnce].map((write) => [write.name, write] as const))(
    'for %s that are written together, however many they are',
    async (_name, write) => {
      let count = 1;
      const placeSeveral = () =>
        environment.record(async (db) => {
          count = 2 + (count % (MAX_WRITES - 1));
          await write.several(db, plainOrders(count));
        });
      expect(await plannedAnew(environment, placeSeveral)).toEqual([]);
    },
  );

  it("for the worker's claims and results, from the first execution on", async () => {
    const db = openWorkerDatabase(environment.context);
    onTestFinished(() => db.close());
    const capacity = { maxDeliveries: 20, endpointIds: [], allowances: [], defaultAllowance: 4 };
    const plans = await db.transaction(async (tx) => {
      const next = await claimNextTenants(tx, 0, capacity);
      const given = await claimTenants(tx, [LARGE], capacity);
      await completeAttempts(tx, []);
      await releaseDeliveries(tx, [...next.deliveries, ...given.deliveries]);
      return plansOf(tx);
    });
    expect(plans.filter(({ name }) => /deliveries/.test(name)).length).toBe(4);
    expect(plans.filter(({ custom_plans }) => custom_plans > 0)).toEqual([]);
  });
});

describe("the panel's search", () => {
  /** Several indexes, and up to 50 rows by each of them. */
  const SEARCH_BUFFERS = 1_000;
  /** A tenant's newest promotions, which no index finds by their words. */
  const SEARCH_SORTED = 1_000;
  const REQUEST_ID = '5f0c3a52-4f0e-4e0a-9a54-3a1c1d6f2b7e';
  const works: readonly (readonly [name: string, work: (db: QueryRecorder) => Promise<unknown>])[] = [
    ...['5010', 'c', 'a', 'produto 77', 'cliente', 'o-77', 'zzz', '529.982.247-25', 'a@example.com'].map(
      (text) =>
        [text, (db: QueryRecorder) => findNamed(db, LARGE, { text, id: Number(text) || undefined })] as const,
    ),
    ...(['customer', 'product', 'coupon', 'promotion'] as const).map(
      (kind) =>
        [
          `orders of a ${kind}`,
          (db: QueryRecorder) => newestOrdersOf(db, LARGE, { kind, id: 1 }, 20),
        ] as const,
    ),
    ['the page of an order', (db) => timelineOf(db, LARGE, { orderId: 1 })],
    ['the page of a customer', (db) => eventsAbout(db, LARGE, { type: 'customer', id: 1 })],
    ['what fails', (db) => listProblems(db, LARGE)],
    ['how endpoints keep up', (db) => pulsesOf(db, LARGE)],
    ['an external id', (db) => findOrderIds(db, LARGE, 'o-77')],
    ['an id', (db) => findLogged(db, LARGE, REQUEST_ID)],
    ['a request of a certain time', (db) => findLogged(db, LARGE, datedUuid())],
  ];

  it.each(works)('reads rows by index alone, and not many: %s', async (_name, work) => {
    const asked = await environment.record(work);
    const most = asked.some(({ text }) => text.includes('"request_id"')) ? EVENTS_BUFFERS : SEARCH_BUFFERS;
    const violations: string[] = [];
    for (const query of asked)
      for (const planned of planCacheModes(query)) {
        const plan = await explain(environment.client, query, planned);
        violations.push(...violationsOf(plan, most, SEARCH_SORTED).map((each) => `${each}: ${plan.shape}`));
      }
    expect(violations).toEqual([]);
  });
});

it('npm run program explain has a sample of every statement', async () => {
  const sampled = new Set<string>();
  for (const { run } of sampleQueries)
    for (const { statement } of await run(environment)) if (statement !== undefined) sampled.add(statement);
  expect(missingRuns(sampled, NOT_SAMPLED)).toEqual([]);
});
