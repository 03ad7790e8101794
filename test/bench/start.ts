import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { startTestServer, TEMPLATE } from '../support/database-server.ts';
import { ownDatabase } from '../support/databases.ts';
import { buildCommit, buildServer, type ServerBuild } from '../support/server-build.ts';
import { median } from './statistics.ts';

/** `npm run bench:start -- --against COMMIT`: CPU time and memory of a start, of this checkout and of an older commit. */

const ROUNDS = 5;
/** `serve --json` writes to standard output once, when it is ready. At that moment this prints what the process has used. */
const PROBE = `const write = process.stdout.write.bind(process.stdout);
process.stdout.write = (...args) => {
  const { user, system } = process.cpuUsage();
  write(JSON.stringify({ cpuSeconds: (user + system) / 1e6, seconds: performance.now() / 1000, megabytes: process.memoryUsage().rss / 1e6 }) + '\\n');
  process.kill(process.pid, 'SIGTERM');
  return write(...args);
};`;

interface Start {
  readonly cpuSeconds: number;
  readonly seconds: number;
  readonly megabytes: number;
}

async function measure(build: ServerBuild, databaseUrl: string): Promise<Start> {
  const { PATH, HOME } = process.env;
  const child = spawn(
    process.execPath,
    [
      `--import=data:text/javascript,${encodeURIComponent(PROBE)}`,
      build.fileOf('server/cli.ts'),
      'serve',
      '--json',
    ],
    {
      env: {
        PATH,
        HOME,
        PORT: '0',
        LOG_LEVEL: 'warn',
        DATABASE_URL: databaseUrl,
        TRADEPOST_SECRET_KEY: 's'.repeat(64),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  await once(child, 'close');
  return JSON.parse(output.split('\n')[0]!) as Start;
}

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
      starts.get(name)!.push(await measure(build, database.url));
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
