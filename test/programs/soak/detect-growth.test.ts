import { expect, it } from 'vitest';
import { detectGrowth, LONG_RULES, type SoakRules } from './detect-growth.ts';
import type { MemorySample, SoakRecord, Timed } from './record.ts';

const span = { from: 0, until: 1_000_000 };
const at = (count: number) => Array.from({ length: count }, (_, i) => (i * span.until) / count);
const responses = (ms: (at: number) => number, failure?: string): Timed[] =>
  at(900).map((when) => ({ at: when, kind: 'list', ms: ms(when), failure }));
const memory = (bytes: (at: number) => number): MemorySample[] =>
  at(900).map((when) => ({ at: when, process: 'api', bytes: bytes(when) }));
const RULES: SoakRules = { ...LONG_RULES, kinds: ['list'] };
const violationsOf = (record: SoakRecord, rules: Partial<SoakRules> = {}) =>
  detectGrowth(record, { ...RULES, ...rules }).violations;
const FLAT = { span, faults: [], injected: [], responses: responses(() => 10), memory: memory(() => 100e6) };

it('finds nothing in flat memory and latency', () => {
  expect(violationsOf(FLAT)).toEqual([]);
});

it.each([
  ['memory that doubles', { memory: memory((when) => 100e6 * (1 + when / span.until)) }, /not flat: api/],
  [
    'latency that grows fivefold',
    { responses: responses((when) => 10 * (1 + 4 * (when / span.until))) },
    /not flat: list/,
  ],
  [
    'a few slow responses at the end',
    { responses: responses((when) => (when > 700_000 && Math.floor(when) % 50 === 0 ? 400 : 10)) },
    /not flat: list/,
  ],
  [
    'a failure without a fault',
    { responses: responses(() => 10, '500') },
    /list failed without a fault, 900 times; first: 500/,
  ],
  ['a last third without a response', { responses: FLAT.responses.slice(0, 300) }, /not flat: list/],
] as const)('finds %s', (_, change, violation) => {
  expect(violationsOf({ ...FLAT, ...change })[0]).toMatch(violation);
});

it('excuses failures and slowness from a fault until 15 s after it', () => {
  const hit = responses(() => 10).map((each) =>
    each.at >= 800_000 && each.at < 830_000 ? { ...each, ms: 9000, failure: '503' } : each,
  );
  const faults = [{ from: 800_000, until: 816_000 }];
  expect(violationsOf({ ...FLAT, responses: hit, faults })).toEqual([]);
  expect(violationsOf({ ...FLAT, responses: hit, faults }, { afterFaultMs: 5_000 })[0]).toMatch(
    /failed without/,
  );
});

it('excuses what began before a fault and was in flight when it came', () => {
  const slow: Timed = { at: 795_000, kind: 'list', ms: 8_000, failure: '503' };
  const faults = [{ from: 800_000, until: 801_000 }];
  expect(violationsOf({ ...FLAT, responses: [...FLAT.responses, slow], faults })).toEqual([]);
});

it('finds a kind that has only failed, or was never sent, since the last fault', () => {
  const faults = [{ from: 800_000, until: 801_000 }];
  const before = FLAT.responses.filter(({ at: when }) => when < 800_000);
  const failed = { at: 900_000, kind: 'list', ms: 10, failure: '503' };
  const rules = { flat: false, kinds: ['list', 'feed'] };
  const found = violationsOf({ ...FLAT, faults, injected: faults, responses: [...before, failed] }, rules);
  expect(found.filter((each) => each.includes('after the faults'))).toEqual([
    "list wasn't seen after the faults",
    "feed wasn't seen after the faults",
  ]);
});

it('judges neither memory nor latency of a run that is too short for them', () => {
  const grown = { ...FLAT, memory: memory((when) => 100e6 * (1 + when / span.until)) };
  expect(violationsOf(grown, { flat: false })).toEqual([]);
});
