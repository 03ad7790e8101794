// `npm run program rolling [RESTARTS [SERVE-OPTIONS…]]`: 20 restarts of two services behind haproxy, with the defaults of both, under
// load, and with the build that is shipped: a process that is ready compiles schemas while it serves. `npm run program -- rolling 20 --processes 2`: the same with two processes each.
import { spawnBuild } from '../../support/command.ts';
import { startTestServer } from '../../support/database-server.ts';
import { buildServer } from '../../support/server-build.ts';
import { hasHaproxy } from './haproxy.ts';
import { rollingRestarts } from './run.ts';

const [count = '20', ...args] = process.argv.slice(2);
const restarts = Number(count);

if (!hasHaproxy()) {
  console.error('haproxy is not installed. On Debian: apt-get install haproxy');
  process.exit(1);
}
const build = buildServer();
const server = await startTestServer();
try {
  const print = (line: string): void => console.log(line);
  const report = await rollingRestarts({
    serverUrl: server.url,
    restarts,
    clients: 20,
    // No tenant reaches its 3000 requests a minute.
    pauseMs: 40,
    env: {},
    args,
    spawn: (...command) => spawnBuild(build, ...command),
    print,
  });
  const { requests, placed, stored, errors } = report;
  console.log(
    `${requests} requests, ${errors.length} errors; ${placed} orders acknowledged, ${stored} stored`,
  );
  for (const error of errors) console.log(error);
  if (errors.length > 0 || stored !== placed) process.exitCode = 1;
} finally {
  build.remove();
  await server.close();
}
