import express from 'express';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { validateBody } from '../../../server/api/validation/validate.ts';
import { operationById } from '../../../server/base/contract.ts';
import type { CheckBody } from '../../../server/trade/resources/upsert.ts';
import { comparable, openBatchShop } from '../../support/batch-sets/batch-shop.ts';
import { type Batches, generatedBatches } from '../../support/batch-sets/generate-batches.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();
/** 50 take about 4 s. */
const RUNS = Number(process.env.TRADEPOST_BATCH_RUNS ?? 50);
const MS_PER_RUN = 15_000;

const app = express();
const checkBody: CheckBody = (operation, body, budget) =>
  validateBody({ app, nowMs: Date.now }, operationById(operation), body, budget);

/** Writes the batches in sets and one by one, compares everything, and returns what each row got. */
async function compare({ resource, batches, matchBy }: Batches): Promise<string[][]> {
  const { context } = environment();
  const shops = await Promise.all([true, false].map((inSets) => openBatchShop(context, checkBody, inSets)));
  const [sets, alone] = await Promise.all(
    shops.map(async (shop) => {
      const results: Results[] = [];
      for (const [index, items] of batches.entries())
        results.push((await shop.send(resource, items, index === 0 ? undefined : matchBy)) as Results);
      return { results, ...(await shop.contents(resource)) };
    }),
  );
  expect(comparable(sets!)).toEqual(comparable(alone!));
  return sets!.results.map(({ results }) =>
    results.map(({ status, problem }) => problem?.code ?? String(status)),
  );
}

interface Results {
  readonly results: readonly {
    readonly status: number;
    readonly problem: { readonly code: string } | null;
  }[];
}

it('writes the rows of a batch together as it would one by one: results, rows, stock, events and deliveries', {
  timeout: RUNS * MS_PER_RUN,
}, async () => {
  const outcomes: string[] = [];
  const runs = fc.asyncProperty(generatedBatches, async (batches) => {
    outcomes.push(...(await compare(batches)).flat());
  });
  await fc.assert(runs, { numRuns: RUNS, interruptAfterTimeLimit: RUNS * MS_PER_RUN * 0.8 });
  // The batches reach what they are meant to: each of these happens often.
  for (const outcome of ['201', '200', 'invalid_request', 'already_exists', 'invalid_reference'])
    expect(outcomes.filter((each) => each === outcome).length, outcome).toBeGreaterThan(RUNS / 10);
});

const product = (external_id: string, sku: string) => ({ external_id, sku, name: 'Café', price: 1 });
const first = ['A', 'B', 'C'].map((id) => product(id, `S-${id}`));

it.each<[string, readonly object[], readonly string[]]>([
  [
    'wants a SKU before another row gives it up',
    [product('D', 'S-A'), { external_id: 'A', sku: 'new' }],
    ['already_exists', '200'],
  ],
  [
    'takes the SKU that another row has given up',
    [{ external_id: 'A', sku: 'new' }, product('D', 'S-A')],
    ['200', '201'],
  ],
  [
    'wants the SKU of a row with a lower id before that gives it up',
    [
      { external_id: 'B', sku: 'S-A' },
      { external_id: 'A', sku: 'new' },
    ],
    ['already_exists', '200'],
  ],
  [
    'exchanges SKUs by way of a third',
    [
      { external_id: 'A', sku: 'S-B' },
      { external_id: 'B', sku: 'new' },
      { external_id: 'A', sku: 'S-B' },
      { external_id: 'B', sku: 'S-A' },
    ],
    ['already_exists', '200', '200', '200'],
  ],
  [
    'has the SKU of an earlier row',
    [
      { ...product('', 'X'), external_id: null },
      { ...product('', 'X'), external_id: null },
    ],
    ['201', 'already_exists'],
  ],
  [
    'lacks what its creation needs, and is sent again',
    [{ external_id: 'D', price: 1 }, product('D', 'X'), { external_id: 'D', price: 2 }],
    ['invalid_request', '201', '200'],
  ],
])('keeps the order of rows of which one %s', async (_what, rows, expected) => {
  const others = [product('Y', 'S-Y'), { external_id: 'C', price: 7 }, product('Z', 'S-Z')];
  const batches = [first, [...others.slice(0, 2), ...rows, others[2]!]];
  const [, outcomes] = await compare({ resource: 'Product', batches });
  expect(outcomes).toEqual(['201', '200', ...expected, '201']);
});

const fields = {
  Category: { name: 'Cafés' },
  PriceTable: { name: 'Atacado', kind: 'fixed' },
  Promotion: { name: 'Dez', discount: { type: 'percentage', percentage: 10 } },
  Coupon: { discount: { type: 'percentage', percentage: 10 } },
};
const row = (resource: keyof typeof fields, external_id: string, more: object = {}) => ({
  external_id,
  ...fields[resource],
  ...more,
});
const isDefault = { is_default: true, priority: 1 };

it.each<[keyof typeof fields, string, (readonly object[])[], string[]]>([
  [
    'Category',
    'move below rows that earlier rows have moved',
    [
      ['A', 'B', 'C'].map((id) => row('Category', id, { slug: id.toLowerCase() })),
      [
        { external_id: 'B', parent_id: 'A' },
        { external_id: 'A', parent_id: 'B' },
        { external_id: 'C', name: 'c' },
      ],
    ],
    ['200', 'category_cycle', '200'],
  ],
  [
    'Category',
    'get slugs that earlier rows leave free',
    [
      [row('Category', 'A', { slug: 'cafes' })],
      [
        row('Category', 'B'),
        row('Category', 'C', { slug: 'cafes-2' }),
        { external_id: 'A', slug: 'a' },
        row('Category', 'D'),
      ],
    ],
    ['201', 'already_exists', '200', '201'],
  ],
  [
    'PriceTable',
    'become default tables after others have ceased to be',
    [
      [row('PriceTable', 'A', { code: 'A', ...isDefault }), row('PriceTable', 'B', { code: 'B' })],
      [
        { external_id: 'B', ...isDefault },
        { external_id: 'A', is_default: false },
        { external_id: 'B', ...isDefault },
        row('PriceTable', 'C', { code: 'C', ...isDefault }),
      ],
    ],
    ['overlap', '200', '200', 'overlap'],
  ],
  [
    'Promotion',
    'name products and categories, of which one does not exist',
    [
      [row('Promotion', 'A', { target: { type: 'products', skus: ['S0', 'S1'] } })],
      [
        row('Promotion', 'B', { target: { type: 'products', skus: ['S3'] } }),
        row('Promotion', 'A', { target: { type: 'products', skus: ['S1'] }, requires_coupon: false }),
        row('Promotion', 'C', { target: { type: 'categories', category_ids: [0, 1] } }),
        row('Promotion', 'D', { target: { type: 'categories', category_ids: [2] } }),
      ],
    ],
    ['invalid_reference', '200', '201', 'invalid_reference'],
  ],
  [
    'Coupon',
    'use promotions that need no coupon, or take the code of another',
    [
      [row('Coupon', 'A', { code: 'A' }), row('Coupon', 'B', { code: 'B', discount: null, promotion_id: 0 })],
      [
        row('Coupon', 'C', { code: 'C', discount: null, promotion_id: 4 }),
        row('Coupon', 'D', { code: 'a' }),
        { external_id: 'B', usage_limit: 5 },
        { external_id: 'A', promotion_id: 1 },
        row('Coupon', 'E', { code: 'E', discount: null, promotion_id: 2 }),
      ],
    ],
    ['invalid_reference', 'already_exists', '200', 'invalid_request', 'invalid_reference'],
  ],
])('writes rows of %s together that %s', async (resource, _what, batches, expected) => {
  const outcomes = await compare({ resource, batches });
  expect(outcomes.at(-1)).toEqual(expected);
});

it('writes 100 rows together even if some of them break a constraint', async () => {
  const rows = Array.from({ length: 100 }, (_, n) => product(`N${n}`, n % 33 === 1 ? 'S-A' : `N${n}`));
  const [, outcomes] = await compare({ resource: 'Product', batches: [first, rows] });
  expect(outcomes!.filter((outcome) => outcome === 'already_exists').length).toBe(3);
});
