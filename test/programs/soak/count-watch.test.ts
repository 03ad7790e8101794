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

it('finds a count that began anew, and accepts one that was short for a moment', () => {
  const watch = new CountWatch();
  for (const at of [0, 1000, 2000]) watch.add(at, headers(at === 2000 ? 1 : 9));
  watch.add(3000, headers(4));
  expect(watch.violations).toEqual([]);
  for (const at of [4000, 10_000]) watch.add(at, headers(1));
  expect(watch.violations).toEqual(['the rate limit counted 1 of 6 requests']);
});

it('finds responses without a count', () => {
  const watch = new CountWatch();
  for (const at of [0, 6000]) watch.add(at, new Headers());
  expect(watch.violations).toEqual(['the rate limit counted NaN of 2 requests']);
});
