import { expect, it } from 'vitest';
import { planFaults, STEPS } from './fault-plan.ts';
import { SeededRandom } from './seeded-random.ts';

const planned = (seed: string, count = 500) => planFaults(new SeededRandom(seed), count, [0, 500]);

it('is the same for the same seed and another for another', () => {
  expect(planned('a')).toEqual(planned('a'));
  expect(planned('a')).not.toEqual(planned('b'));
});

it('has every kind of fault and every step in each fifty', () => {
  const plan = planned('a');
  expect(plan).toHaveLength(500);
  for (let from = 0; from < 500; from += 50) {
    const fifty = plan.slice(from, from + 50);
    expect(new Set(fifty.map(({ kind }) => kind)).size).toBe(9);
    const steps = fifty.flatMap((fault) => (fault.kind === 'kill at step' ? [fault.step] : []));
    expect(steps.toSorted()).toEqual([...STEPS, ...STEPS].toSorted());
  }
});
