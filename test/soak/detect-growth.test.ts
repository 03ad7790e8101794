import { expect, it } from 'vitest';
import { detectGrowth, type MemorySample, type Timed } from './detect-growth.ts';

const span = { from: 0, until: 1_000_000 };
const at = (count: number) => Array.from({ length: count }, (_, i) => (i * span.until) / count);
const responses = (ms: (at: number) => number, failure?: string): Timed[] =>
  at(900).map((when) => ({ at: when, kind: 'list', ms: ms(when), failure }));
const memory = (bytes: (at: number) => number): MemorySample[] =>
  at(900).map((when) => ({ at: when, process: 'api', bytes: bytes(when) }));
const FLAT = { span, faults: [], responses: responses(() => 10), memory: memory(() => 100e6) };

it('finds nothing in flat memory and latency', () => {
  expect(detectGrowth(FLAT).violations).toEqual([]);
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
  expect(detectGrowth({ ...FLAT, ...change }).violations[0]).toMatch(violation);
});

it('excuses failures and slowness from a fault until 15 s after it', () => {
  const hit = responses(() => 10).map((each) =>
    each.at >= 800_000 && each.at < 830_000 ? { ...each, ms: 9000, failure: '503' } : each,
  );
  const faults = [{ from: 800_000, until: 816_000 }];
  expect(detectGrowth({ ...FLAT, responses: hit, faults }).violations).toEqual([]);
});
