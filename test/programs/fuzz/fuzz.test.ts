import fc from 'fast-check';
import { expect, inject, it, onTestFinished } from 'vitest';
import { TEMPLATE } from '../../support/database-server.ts';
import { ownDatabase } from '../../support/databases.ts';
import { violationsOf } from './judge-run.ts';
import { fuzz } from './run.ts';

/** `npm run program fuzz` sends many more. */
const RUNS = 400;
const FIXED_SEED = 20_261_122;
/** Takes a quarter of a minute on an idle machine, but other tests run at the same time. */
const TIMEOUT_MS = 180_000;

const SEEDS = [FIXED_SEED, fc.sample(fc.nat(), 1)[0]!];

it(
  `the service handles ${RUNS} generated requests by the contract, with a fixed and a random seed: ${SEEDS}`,
  async () => {
    const database = await ownDatabase(inject('serverUrl'), TEMPLATE);
    onTestFinished(() => database.drop());
    // One process for both: to compile the schemas takes as long as their requests.
    const result = await fuzz({ databaseUrl: database.url, runs: RUNS, seeds: SEEDS });
    expect(violationsOf(result, { isLong: false }).join('\n\n')).toBe('');
  },
  TIMEOUT_MS,
);
