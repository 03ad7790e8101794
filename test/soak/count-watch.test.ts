import { expect, it } from 'vitest';
import { CountWatch } from './count-watch.ts';

const headers = (used: number) =>
  new Headers({ 'RateLimit-Policy': '"plan";q=300;w=60', RateLimit: `"plan";r=${300 - used};t=60` });

it('accepts counts that have every request of the last 50 s', () => {
  const watch = new CountWatch();
  for (const [at, used] of [
    [0, 1],
    [1000, 2],
    [55_000, 7],
    [56_000, 2],
  ] as const)
    watch.add(at, headers(used));
  expect(watch.violations).toEqual([]);
});

it('finds a count that began anew', () => {
  const watch = new CountWatch();
  for (const [at, used] of [
    [0, 1],
    [1000, 2],
    [2000, 1],
  ] as const)
    watch.add(at, headers(used));
  expect(watch.violations).toEqual(['the rate limit counted 1 of 3 requests']);
});

it('finds a response without a count', () => {
  const watch = new CountWatch();
  watch.add(0, new Headers());
  expect(watch.violations).toEqual(['the rate limit counted NaN of 1 requests']);
});
