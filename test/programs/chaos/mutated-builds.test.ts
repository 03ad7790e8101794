import { expect, inject, it, type TestContext } from 'vitest';
import { TEMPLATE } from '../../support/database-server.ts';
import { ownDatabase } from '../../support/databases.ts';
import { applyEdits, readSources } from '../../support/server-build.ts';
import { openHarness } from './harness.ts';
import * as mutations from './mutations.ts';
import { type Result, run } from './run.ts';
import { SeededRandom } from './seeded-random.ts';
import { SHORT } from './timing.ts';

/** Each test takes 15 s, mostly waiting, so they run concurrently; a busy machine may need some minutes. */
const timeout = 300_000;
/**
 * By default the cheapest of the mistakes, which shows that a run of mutated processes is judged. What the checks say of each mistake is
 * in delivery-checks.test.ts; after a change of the faults or the checks, try all with `npm run program mutants`.
 */
const isAll = process.env.TRADEPOST_ALL_MUTANTS !== undefined;

type OnTestFinished = TestContext['onTestFinished'];

/** Runs the faults of a mutation against a build with these edits, on a separate database. */
async function runAgainst(
  edits: mutations.Mutation['edits'],
  { subscriptions, faults, load }: mutations.Mutation,
  onTestFinished: OnTestFinished,
): Promise<Result> {
  const { url, drop } = await ownDatabase(inject('serverUrl'), TEMPLATE);
  onTestFinished(drop);
  const harness = await openHarness({
    random: new SeededRandom('mutated builds'),
    timing: SHORT,
    mutation: edits,
    database: { url, port: Number(new URL(url).port) },
    tenants: 2,
    subscriptions,
    ...load,
  });
  onTestFinished(() => harness.close());
  return run(harness, { faults, calmMs: 0, settleWithinMs: 80_000, endWithinMs: 120_000 });
}

const mutants: [mistake: string, mutation: mutations.Mutation][] = [
  ['writes events after the commit', mutations.EVENT_AFTER_COMMIT],
  ['records results without checking the lease token', mutations.NO_FENCE],
  ['records attempts only after their response', mutations.ATTEMPT_AFTER_ANSWER],
  ['sweeps leases too late', mutations.LATE_SWEEP],
  ['gives up deliveries after a lost attempt', mutations.LOST_IS_OVER],
];

it.each(mutants)('finds the source text to edit for a build that %s', (_, { edits }) => {
  const sources = readSources();
  expect(applyEdits(sources, [...SHORT.edits, ...edits])).not.toEqual(sources);
});

it.concurrent.for(isAll ? mutants : mutants.filter(([, mutation]) => mutation === mutations.LOST_IS_OVER))(
  'catches a build that %s',
  { timeout },
  async ([, mutation], { expect, onTestFinished }) => {
    const { violations } = await runAgainst(mutation.edits, mutation, onTestFinished);
    expect(violations.filter((violation) => mutation.detectedBy.test(violation))).not.toEqual([]);
  },
);

// chaos.test.ts runs the unmodified build under faults of every kind.
it.runIf(isAll)(
  'finds no violation in the unmodified build under the same faults',
  { timeout },
  async ({ onTestFinished }) => {
    const faults = Object.values(mutations).flatMap((mutation) => mutation.faults.slice(0, 1));
    const subscriptions = [
      ...mutations.NO_FENCE.subscriptions,
      ...mutations.EVENT_AFTER_COMMIT.subscriptions,
    ];
    const { violations } = await runAgainst(
      [],
      { ...mutations.NO_FENCE, subscriptions, faults },
      onTestFinished,
    );
    expect(violations).toEqual([]);
  },
);

it('refuses an edit whose text does not occur exactly once', () => {
  const sources = new Map([
    ['a.ts', 'one two'],
    ['b.ts', 'two'],
  ]);
  expect(applyEdits(sources, [{ find: 'one', replacement: 'three' }]).get('a.ts')).toBe('three two');
  expect(() => applyEdits(sources, [{ find: 'two', replacement: '' }])).toThrow(/exactly once.*: two/);
  expect(() => applyEdits(sources, [{ find: 'four', replacement: '' }])).toThrow(/exactly once.*: four/);
});
