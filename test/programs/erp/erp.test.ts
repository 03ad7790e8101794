import { Tradepost } from '@tradepost/sdk';
import { expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { makeDay } from './day-file.ts';
import { runNight } from './night.ts';
import { reconcile } from './reconcile.ts';

const environment = sharedEnvironment();

/** So few that the requests of both nights stay in the half of the limit that isn't paced. */
const COUNTS = { products: 100, orders: 2 };

it('synchronises a day twice with the same result, on a Basic key without a 429', async () => {
  const { key } = await environment().tenant({ plan: 'Basic' });
  const statuses: number[] = [];
  const tp = new Tradepost({
    ...{ apiKey: key, baseUrl: environment().baseUrl, pace: true },
    hooks: { onResponse: ({ status }) => statuses.push(status) },
  });
  const day = makeDay(COUNTS);
  const first = await runNight(tp, day);
  expect(first).toMatchObject({ orders: 2, sold: 48.05, received: 48.05, refunded: 16.01, returned: 1 });
  expect(await runNight(tp, day)).toEqual(first);
  expect(new Set(statuses)).toEqual(new Set([200, 201]));
});

it('says which order differs from the file', () => {
  const day = makeDay(COUNTS);
  expect(() => reconcile(day, new Map())).toThrow('O-1 is missing\nO-2 is missing');
});
