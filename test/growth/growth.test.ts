import { expect, inject, it, onTestFinished } from 'vitest';
import { openEmptyAndFull } from './fill-log.ts';
import { measure } from './measure.ts';

/** `npm run growth` does the same with ten million, and many more rounds. */
const DELIVERIES = 10_000;
const ROUNDS = 3;
/** Against a plan that reads the log: on a machine that does other things, times tell no less. */
const MOST = 3;

it('a claim, a completion, the feed and the panel take as long with 10 000 finished deliveries as with none', async () => {
  const shops = await openEmptyAndFull(DELIVERIES, () => {}, inject('serverUrl'));
  onTestFinished(() => shops.close());
  const compared = await measure(shops, ROUNDS);
  expect(compared.map(({ what }) => what)).toContain('panel: deliveries');
  expect(compared.filter(({ emptyMs, fullMs }) => fullMs > MOST * emptyMs)).toEqual([]);
});
