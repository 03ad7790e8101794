import { parseArgs } from 'node:util';
import { startTestServer, TEMPLATE } from '../../support/database-server.ts';
import { ownDatabase } from '../../support/databases.ts';
import { measureStart, type Start } from '../../support/measured-start.ts';
import { buildCommit, buildServer } from '../../support/server-build.ts';
import { median } from './statistics.ts';

/** `npm run program -- bench:start --against COMMIT`: CPU time and memory of a start, of this checkout and of an older commit. */

const ROUNDS = 5;
const { against } = parseArgs({ options: { against: { type: 'string' } } }).values;
const server = await startTestServer();
const builds = new Map([
  ...(against ? [[against, buildCommit(against)] as const] : []),
  ['this checkout', buildServer()],
]);
const starts = new Map([...builds.keys()].map((name) => [name, [] as Start[]]));
try {
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, build] of builds) {
      const database = await ownDatabase(server.url, TEMPLATE);
      starts.get(name)!.push(await measureStart(build, database.url));
      await database.drop();
    }
  const of = (name: string, measured: (start: Start) => number): string =>
    median(starts.get(name)!.map(measured)).toFixed(2);
  console.log(
    `Until ready, all roles on a migrated database: median of ${ROUNDS} starts in turn, node ${process.version}`,
  );
  console.table(
    Object.fromEntries(
      [...starts.keys()].map((name) => [
        name,
        {
          'CPU, s': of(name, ({ cpuSeconds }) => cpuSeconds),
          'time, s': of(name, ({ seconds }) => seconds),
          'memory, MB': of(name, ({ megabytes }) => megabytes),
        },
      ]),
    ),
  );
} finally {
  for (const build of builds.values()) build.remove();
  await server.close();
}
