import { expect, it } from 'vitest';
import { statement } from '../../../server/db/sql/statement.ts';
import { QueryTimeouts, type WaitingQuery } from '../../../server/db/wire/query-timeouts.ts';
import { openCounters, QUERY_TIMEOUT_MS } from '../../support/counters.ts';

const TIMEOUT_MS = 80;
const sleep = statement('test: sleep', 'SELECT pg_sleep(:seconds::double precision)::text AS slept');

/** A query, and what it fails with. */
function waitingQuery(): { query: WaitingQuery; failed: Promise<Error> } {
  let handleError = (_error: Error): void => {};
  const failed = new Promise<Error>((resolve) => (handleError = resolve));
  return { query: { looks: 0, slot: 0, handleError }, failed };
}

it('fails the queries that still wait, and not before their time', async () => {
  const timeouts = new QueryTimeouts(TIMEOUT_MS);
  const [first, second, third, fourth] = Array.from({ length: 4 }, waitingQuery);
  const added = [first!, second!, third!, fourth!];
  const startedAt = performance.now();
  for (const { query } of added) timeouts.add(query);
  // Whatever their order: each removal moves another one.
  for (const { query } of [first!, fourth!]) timeouts.remove(query);
  const outcomes = added.map(({ failed }, index) => failed.then(() => index));
  const failedInTime = [await outcomes[1], await outcomes[2]];
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(TIMEOUT_MS * 0.99); // timers have whole milliseconds
  const others = Promise.race([outcomes[0], outcomes[3], Promise.resolve('still waiting')]);
  expect([failedInTime, await others]).toEqual([[1, 2], 'still waiting']);
  expect((await second!.failed).message).toMatch(/timeout/i);
});

it('looks at a query again after it was idle for a while', async () => {
  const timeouts = new QueryTimeouts(TIMEOUT_MS);
  for (const { query, failed } of [waitingQuery(), waitingQuery()]) {
    timeouts.add(query);
    expect((await failed).message).toMatch(/timeout/i);
    timeouts.remove(query);
  }
});

it('drops what arrives after the timeout', async () => {
  const { db } = await openCounters(1);
  const seconds = (QUERY_TIMEOUT_MS * 1.3) / 1000;
  await expect(sleep(db, { seconds })).rejects.toThrow(/timeout/i);
  expect(await sleep(db, { seconds: 0 })).toEqual([{ slept: '' }]);
});
