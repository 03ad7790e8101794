import { expect, it } from 'vitest';
import { FULL_MIX, planFaults, SHORT_MIX, STEPS } from './fault-plan.ts';
import { SeededRandom } from './seeded-random.ts';

const planned = (seed: string, mix = FULL_MIX) => planFaults(new SeededRandom(seed), 500, [0, 500], mix);

it('plans the same faults for the same seed and different ones for another seed', () => {
  expect(planned('a')).toEqual(planned('a'));
  expect(planned('a')).not.toEqual(planned('b'));
});

it.each([
  ['full', 50, FULL_MIX, [...STEPS, ...STEPS]],
  ['short', 16, SHORT_MIX, STEPS],
])(
  'plans every kind of fault, and a kill at each step, in each round of the %s mix',
  (_, round, mix, each) => {
    const plan = planned('a', mix);
    expect(plan).toHaveLength(500);
    for (let from = 0; from + round <= 500; from += round) {
      const faults = plan.slice(from, from + round);
      expect(new Set(faults.map(({ kind }) => kind))).toEqual(new Set(Object.keys(mix)));
      const steps = faults.flatMap((fault) => (fault.kind === 'kill at step' ? [fault.step] : []));
      expect(steps.toSorted()).toEqual(each.toSorted());
    }
  },
);
