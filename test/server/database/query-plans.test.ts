import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '../../../server/contract.ts';
import { explain, type Plan, planCacheModes } from '../../support/explain.ts';
import { type FilterCase, filterCasesOf, listOperations, sortsOf } from '../../support/list-cases.ts';
import { type ListBody, PAGE, pagesOf, readPage } from '../../support/list-pages.ts';
import { queryCases } from '../../support/query-cases.ts';
import { openQueryPlanEnvironment, type QueryPlanEnvironment } from '../../support/query-plan-environment.ts';
import type { RecordedQuery } from '../../support/query-recorder.ts';

/** About 100 are needed for products. PostgreSQL plans for a page of 200, and finds an odd one in 5 rows by walking. */
const PAGE_BUFFERS = 500;
/** What a page may have at the most, and one more. */
const PAGE_SORTED = 201;
/** For what is not a row's own page: another level of an index, a deleted row that is passed over. */
const SLACK_BUFFERS = 40;
/** Read by one statement of the feed at the most, as server/events/store.ts has it; 12 events in a page of 8 kB. */
const FEED_STEP_BUFFERS = 10_000 / 12;
/** Of a row that is locked and changed, with its indexes and what belongs to it. */
const ROW_BUFFERS = 50;
/**
 * Of a span of time in another order. No index holds it: PostgreSQL walks the order until the page is full, which over
 * all pages together passes over each row once, or, where little of the table is in the span, sorts that.
 */
const WALK_SORTED = 10_000;
const isWalk = ({ isSpan }: FilterCase, { name }: RecordedQuery): boolean => isSpan && name === undefined;

let environment: QueryPlanEnvironment;
beforeAll(async () => {
  environment = await openQueryPlanEnvironment();
}, 180_000);
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

async function listViolations(list: Operation, sort: string, filtered: FilterCase): Promise<string[]> {
  const pages = await pagesOf(environment, list, sort, filtered);
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
    '$id reads no more for a late page than for the first, in any order, by any filter',
    async (list) => {
      const [first] = sortsOf(list);
      const sample = (await readPage(environment, list, { sort: first, limit: 200 })).data.at(-1)!;
      const violations: string[] = [];
      for (const sort of sortsOf(list))
        for (const filtered of filterCasesOf(list, sample))
          violations.push(...(await listViolations(list, sort, filtered)));
      expect(violations).toEqual([]);
    },
  );

  it('a reader of a rare kind of event passes over the others once', async () => {
    const query = { event_type: 'delivery.failed', sort: 'position', limit: PAGE };
    const first = await environment.call<ListBody>('listEvents', { query });
    expect(first.body.data.length).toBeGreaterThan(0);
    const again = { ...query, cursor: first.body.page.next_cursor };
    const { asked, body } = await environment.call<ListBody>('listEvents', { query: again });
    expect(body.data).toEqual([]);
    expect(asked.filter(({ name }) => name === 'events read')).toEqual([]);
  });

  it.each<(typeof queryCases)[number]>(queryCases)(
    '%s reads only what it is about',
    async (_name, ask, rows = 10) => {
      const violations: string[] = [];
      for (const asked of await ask(environment))
        for (const planned of planCacheModes(asked)) {
          await explain(environment.client, asked, planned); // what a connection reads once, of PostgreSQL's own tables
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
