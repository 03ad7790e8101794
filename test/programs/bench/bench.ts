// `npm run program bench`: Tradepost beside its peers, as one table.
import { writeFile } from 'node:fs/promises';
import { CleanupStack } from '../../support/cleanup-stack.ts';
import { againstTable } from './against-table.ts';
import { startBenchDatabase } from './bench-database.ts';
import { against, chosenRows, length, noPeers, products, svg } from './bench-options.ts';
import { postgresAtRest, postgresMeter } from './bench-postgres.ts';
import { BenchTenants } from './bench-tenants.ts';
import { pinBench, requireTool } from './cores.ts';
import { goalsTable } from './goals.ts';
import { peersChart } from './peers-chart.ts';
import { runRounds } from './rounds.ts';
import { startRow } from './row-workload.ts';
import type { RowKind } from './rows/row.ts';
import { interruption } from './run-workload.ts';
import { type MeasuredRow, tableOf } from './table.ts';

type Environment = Omit<Parameters<typeof startRow>[0], 'defer' | 'tenants'>;

async function measure(kind: RowKind, environment: Environment, all: BenchTenants): Promise<MeasuredRow> {
  const cleanup = new CleanupStack();
  try {
    const tenants = await all.of(kind.tenants);
    const row = kind.of(tenants);
    console.error(row.title);
    const { candidates, note } = await startRow({ ...environment, tenants, defer: cleanup.defer }, row);
    const results = await runRounds(candidates, length, () => postgresAtRest(environment.database.url));
    const memory = new Map(candidates.map(({ name, peakMemory }) => [name, peakMemory?.()]));
    return { name: kind.name, row, note, results, memory };
  } finally {
    await cleanup.runAll();
  }
}

let stopped = false;

/** A row that failed has no result; the others do. */
async function measureAll(kinds: readonly RowKind[], environment: Environment): Promise<MeasuredRow[]> {
  const tenants = new BenchTenants(environment.database.url, products);
  const measured: MeasuredRow[] = [];
  for (const kind of kinds) {
    if (stopped) break;
    await measure(kind, environment, tenants).then(
      (row) => measured.push(row),
      (error: Error) => fail(`${kind.name}: ${error.message}`),
    );
  }
  return measured;
}

function fail(message: unknown): void {
  process.exitCode = 1;
  console.error(message);
}

async function run(cleanup: CleanupStack): Promise<void> {
  const chosen = chosenRows();
  await pinBench();
  if (chosen.some(({ name }) => name.startsWith('order'))) await requireTool('pgbench', 'postgresql');
  const database = await startBenchDatabase(cleanup.defer, 0, against);
  const postgresCpuSeconds = await postgresMeter(database.url);
  const environment = { database, against, noPeers, postgresCpuSeconds, seconds: length.seconds };
  const measured = await measureAll(chosen, environment);
  if (!noPeers) console.log(`${goalsTable(measured)}\n`);
  console.log(tableOf(measured, length));
  if (svg !== undefined && !noPeers) await writeFile(svg, peersChart(measured));
  if (against !== undefined) console.log(`\n${againstTable(measured)}`);
}

const cleanup = new CleanupStack();
try {
  await Promise.race([run(cleanup), interruption()]);
} catch (error) {
  stopped = true;
  fail(error instanceof Error ? error.message : error);
} finally {
  await cleanup.runAll();
}
