import { expect, inject, it, onTestFinished } from 'vitest';
import { TEMPLATE } from '../support/database-server.ts';
import { ownDatabase } from '../support/databases.ts';
import { applyEdits } from '../support/server-build.ts';
import { openHarness } from './harness.ts';
import * as mutations from './mutations.ts';
import { type Result, run } from './run.ts';
import { SeededRandom } from './seeded-random.ts';
import { SHORT } from './timing.ts';

/** Each takes about a quarter of a minute; a machine that does several such things at once may need some of them. */
const timeout = 150_000;

/** Holds a build through the faults of a mutation, on a database of the test's own. */
async function tried(
  { subscriptions, faults, load }: mutations.Mutation,
  changes: mutations.Mutation['edits'],
): Promise<Result> {
  const { url, drop } = await ownDatabase(inject('serverUrl'), TEMPLATE);
  onTestFinished(drop);
  const harness = await openHarness({
    random: new SeededRandom('mutated builds'),
    timing: SHORT,
    mutation: changes,
    database: { url, port: Number(new URL(url).port) },
    tenants: 2,
    subscriptions,
    ...load,
  });
  onTestFinished(() => harness.close());
  return run(harness, { faults, calmMs: 0, settleWithinMs: 40_000, endWithinMs: 60_000 });
}

it.each([
  ['writes the event after the commit', mutations.EVENT_AFTER_COMMIT],
  ['records results without the token of the lease', mutations.NO_FENCE],
  ['writes the attempt when its answer is there', mutations.ATTEMPT_AFTER_ANSWER],
  ['sweeps leases too late', mutations.LATE_SWEEP],
  ['gives a lost attempt up', mutations.LOST_IS_OVER],
])('catches a build that %s', { timeout }, async (_, mutation) => {
  const { violations } = await tried(mutation, mutation.edits);
  expect(violations.filter((fault) => mutation.detectedBy.test(fault)).length).toBeGreaterThan(0);
});

it('finds no fault with the build as it is, through the faults that bring those to light', {
  timeout,
}, async () => {
  const faults = Object.values(mutations).flatMap((mutation) => mutation.faults.slice(0, 1));
  const subscriptions = [...mutations.NO_FENCE.subscriptions, ...mutations.EVENT_AFTER_COMMIT.subscriptions];
  const { violations } = await tried({ ...mutations.NO_FENCE, subscriptions, faults }, []);
  expect(violations).toEqual([]);
});

it('refuses a change whose text is not there exactly once', () => {
  const sources = new Map([
    ['a.ts', 'one two'],
    ['b.ts', 'two'],
  ]);
  expect(applyEdits(sources, [{ find: 'one', replacement: 'three' }]).get('a.ts')).toBe('three two');
  expect(() => applyEdits(sources, [{ find: 'two', replacement: '' }])).toThrow(/exactly once: two/);
  expect(() => applyEdits(sources, [{ find: 'four', replacement: '' }])).toThrow(/exactly once: four/);
});
