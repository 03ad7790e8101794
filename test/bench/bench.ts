// `npm run bench`: Tradepost beside its peers, as one table.
import { parseArgs } from 'node:util';
import { CleanupStack } from '../support/cleanup-stack.ts';
import { startBenchDatabase } from './bench-database.ts';
import { postgresAtRest, postgresMeter } from './bench-postgres.ts';
import { pinBench, requireTool } from './cores.ts';
import { runRounds } from './rounds.ts';
import { startRow } from './row-workload.ts';
import { rowsOf } from './rows/index.ts';
import { catalogueOf, PRODUCTS } from './rows/products.ts';
import type { Row } from './rows/row.ts';
import { interruption, LENGTH_OPTIONS, lengthOf } from './run-workload.ts';
import { type MeasuredRow, tableOf } from './table.ts';

/** Enough that a short burst of other load doesn't change the median; about 12 minutes for all rows. */
const FULL = { rounds: 5, seconds: 4 };

const { values, positionals } = parseArgs({
  options: {
    ...LENGTH_OPTIONS,
    against: { type: 'string' },
    products: { type: 'string' },
    help: { type: 'boolean' },
  },
  allowPositionals: true,
});
const length = lengthOf(values, FULL);
const products = Number(values.products ?? PRODUCTS);
const rows = rowsOf(catalogueOf(products));

const USAGE = `npm run bench [-- ROW… OPTION…]

Rows: ${rows.map(({ name }) => name).join(' ')}
  --rounds N     ${FULL.rounds}, after a warm-up
  --seconds N    ${FULL.seconds} a round
  --short        3 rounds of 1 s, to see that it works
  --products N   ${PRODUCTS}
  --against FILE dist/server/cli.js of another checkout, built, which then is a peer too: "before"`;

function chosenRows(): readonly Row[] {
  const unknown = positionals.find((name) => rows.every((row) => row.name !== name));
  if (unknown === undefined)
    return rows.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  throw new Error(`There is no row "${unknown}", only ${rows.map(({ name }) => name).join(', ')}.`);
}

async function measure(
  row: Row,
  environment: Omit<Parameters<typeof startRow>[0], 'defer'>,
): Promise<MeasuredRow> {
  const cleanup = new CleanupStack();
  try {
    console.error(row.title);
    const candidates = await startRow({ ...environment, defer: cleanup.defer }, row);
    const results = await runRounds(candidates, length, () => postgresAtRest(environment.database.url));
    const memory = new Map(candidates.map(({ name, peakMemory }) => [name, peakMemory?.()]));
    return { row, results, memory };
  } finally {
    await cleanup.runAll();
  }
}

async function run(cleanup: CleanupStack): Promise<void> {
  const chosen = chosenRows();
  await pinBench();
  if (chosen.some(({ pgbenchSpread }) => pgbenchSpread !== undefined))
    await requireTool('pgbench', 'postgresql');
  const database = await startBenchDatabase(cleanup.defer, products);
  const { against } = values;
  const environment = { database, against, postgresCpuSeconds: await postgresMeter(database.url) };
  const measured: MeasuredRow[] = [];
  for (const row of chosen) measured.push(await measure(row, environment));
  console.log(tableOf(measured, length));
}

const cleanup = new CleanupStack();
try {
  if (values.help) console.log(USAGE);
  else await Promise.race([run(cleanup), interruption()]);
} catch (error) {
  process.exitCode = 1;
  console.error(error instanceof Error ? error.message : error);
} finally {
  await cleanup.runAll();
}
