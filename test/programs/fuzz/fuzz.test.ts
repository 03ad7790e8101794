import fc from 'fast-check';
import { expect, inject, it } from 'vitest';
import { TEMPLATE } from '../../support/database-server.ts';
import { ownDatabase } from '../../support/databases.ts';
import { violationsOf } from './judge-run.ts';
import { fuzz } from './run.ts';

/** `npm run program fuzz` sends many more. */
const RUNS = 400;
const FIXED_SEED = 20_261_122;
/** Takes a quarter of a minute on an idle machine, but other tests run at the same time. */
const TIMEOUT_MS = 180_000;

async function run(seed: number): Promise<string[]> {
  const database = await ownDatabase(inject('serverUrl'), TEMPLATE);
  try {
    return violationsOf(await fuzz({ databaseUrl: database.url, runs: RUNS, seed }), { isLong: false });
  } finally {
    await database.drop();
  }
}

it.each([
  ['a fixed seed', FIXED_SEED],
  ['a random seed', fc.sample(fc.nat(), 1)[0]!],
])(
  `the service handles ${RUNS} generated requests by the contract, with %s: %i`,
  async (_, seed) => {
    expect((await run(seed)).join('\n\n')).toBe('');
  },
  TIMEOUT_MS,
);
