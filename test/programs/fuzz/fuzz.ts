// `npm run program fuzz` starts a service, sends it generated requests and checks each response against the contract.
import { parseArgs } from 'node:util';
import { CleanupStack } from '../../support/cleanup-stack.ts';
import { KillableDatabase } from '../chaos/database.ts';
import { violationsOf } from './judge-run.ts';
import { fuzz } from './run.ts';

const RUNS = 100_000;
const SHOWN_EVERY = 5_000;

const { values } = parseArgs({ options: { runs: { type: 'string' }, seed: { type: 'string' } } });
const runs = Number(values.runs ?? RUNS);
const seed = Number(values.seed ?? Date.now() % 1_000_000_000);
if (!(Number.isInteger(runs) && runs > 0 && Number.isInteger(seed)))
  throw new Error('--runs must be a positive integer, and --seed an integer.');

const cleanup = new CleanupStack();
for (const end of ['SIGINT', 'SIGTERM', 'uncaughtException'] as const)
  process.once(end, async (why) => {
    console.error(why);
    await cleanup.runAll();
    process.exit(1);
  });

console.log(`npm run program -- fuzz --runs ${runs} --seed ${seed}`);
const began = performance.now();
const seconds = () => (performance.now() - began) / 1000;
let shownAt = SHOWN_EVERY;
try {
  const database = await KillableDatabase.start();
  cleanup.defer(() => database.stop());
  const result = await fuzz({ databaseUrl: database.url, runs, seeds: [seed], progress });
  for (const line of result.statistics.lines()) console.log(line);
  console.log(result.memory.line());
  console.log(`${(result.statistics.sent / seconds()).toFixed(0)} requests per second`);
  const violations = violationsOf(result, { isLong: runs >= RUNS / 10 });
  for (const violation of violations) console.log(`\n${violation}`);
  console.log(violations.length === 0 ? '\nNothing found.' : `\n${violations.length} findings.`);
  process.exitCode = violations.length === 0 ? 0 : 1;
} finally {
  await cleanup.runAll();
}

function progress(sent: number): void {
  if (sent < shownAt) return;
  shownAt += SHOWN_EVERY;
  console.log(`${sent} requests after ${seconds().toFixed(0)} s`);
}
