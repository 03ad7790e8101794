// `npm run program explain "place order"` prints the plans of the statements whose names start with "place order". It runs them
// on a database with a large shop, in transactions that are rolled back. Without a name it lists all statements.
import { parseArgs } from 'node:util';
import '../../../server/api/operations/operations.ts';
import { statements } from '../../../server/db/querier.ts';
import '../../../server/main/roles/worker-database.ts';
import { startTestServer } from '../../support/database-server.ts';
import { openQueryPlanEnvironment } from '../../support/query-plan-environment.ts';
import { explainQuery } from './explain-query.ts';
import { type SampleQueries, sampleQueries } from './sample-queries.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    /** Plans for the values, as PostgreSQL does for the first five executions, and always for unprepared statements. */
    custom: { type: 'boolean', default: false },
  },
});
const wanted = positionals.join(' ');

if (wanted === '') {
  console.log([...statements.keys(), 'list <resource> by <sort>'].sort().join('\n'));
  process.exit();
}

console.error('Filling a database with 1 000 000 rows …');
const server = await startTestServer();
const printed = new Set<string>();
let current: SampleQueries | undefined;
const environment = await openQueryPlanEnvironment(server.url, async (query, db) => {
  const { name = '', text } = query;
  if (!name.startsWith(wanted) || printed.has(name)) return;
  printed.add(name);
  const mode =
    values.custom || statements.get(name)!.prepared === false ? 'force_custom_plan' : 'force_generic_plan';
  const plan = await explainQuery(db, query, mode, current!.onWorker);
  console.log(`${name} (${mode}, while ${current!.title})\n\n${text}\n\n${plan}\n`);
});
try {
  for (current of sampleQueries) {
    if (printed.has(wanted)) break;
    await current.run(environment).catch((error: unknown) => console.error(`${current!.title}: ${error}`));
  }
} finally {
  await environment.close();
  await server.close();
}
if (printed.size === 0) {
  console.error(
    `No sample runs a statement whose name starts with "${wanted}". npm run program explain lists the names.`,
  );
  process.exitCode = 1;
}
