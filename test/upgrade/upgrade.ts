import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { smoke } from '../smoke/run.ts';
import { type Env, report, spawnBuild } from '../support/command.ts';
import { startTestServer } from '../support/database-server.ts';
import { onServer } from '../support/databases.ts';
import { buildCommit, buildServer, type ServerBuild } from '../support/server-build.ts';

/**
 * `npm run upgrade:test`: whether the last two releases work on the schema of this checkout, which a rolling upgrade and a step
 * back need. `-- COMMIT…` names others. They are built from the history, so a shallow clone won't do.
 */

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');

/** The newest two tags of the service, or, before there are tags, what was there before the schema's last two changes. */
function lastReleases(): string[] {
  const tags = git('tag', '--list', 'v*', '--sort=-v:refname').slice(0, 2);
  if (tags.length === 2) return tags;
  const schema = ['server/db/migrations', 'server/db/documents'];
  return git('log', '--first-parent', '-2', '--format=%h^', '--', ...schema);
}

interface Running {
  readonly url: string;
  stop(): Promise<void>;
}

async function start(build: ServerBuild, env: Env): Promise<Running> {
  const child = spawnBuild(build, ['serve', '--json'], { PORT: '0', LOG_LEVEL: 'error', ...env });
  child.stderr.pipe(process.stderr);
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`serve ended with ${code}`)));
  ended.catch(() => {});
  const [line] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer];
  return {
    url: (JSON.parse(line.toString()) as { address: string }).address,
    stop: async () => {
      child.kill('SIGTERM');
      await ended.catch(() => {});
    },
  };
}

async function upgrade(old: ServerBuild, today: ServerBuild, env: Env): Promise<void> {
  const trade = async (what: string, ...running: Running[]): Promise<void> => {
    await smoke({ urls: running.map(({ url }) => url), env, print: () => {} });
    console.log(`  ok: ${what}`);
  };
  const before = await start(old, env);
  await trade('the older release on its own schema', before);
  await report(['migrate'], env);
  await trade('the same processes after the migrations of this checkout', before);
  const after = await start(today, env);
  await trade('side by side with this checkout', before, after);
  await before.stop();
  const again = await start(old, env);
  await trade('started again on the new schema, as after a step back', again);
  await Promise.all([again.stop(), after.stop()]);
}

const commits = process.argv.slice(2);
const server = await startTestServer();
const today = buildServer();
try {
  for (const [index, commit] of (commits.length > 0 ? commits : lastReleases()).entries()) {
    console.log(`${commit} ${git('log', '-1', '--format=%h %s', commit)[0]}`);
    const old = buildCommit(commit);
    const name = `upgrade_${index}`;
    await onServer(server.url, (client) => client.query(`CREATE DATABASE ${name}`));
    const DATABASE_URL = server.url.replace(/\/tradepost$/, `/${name}`);
    await upgrade(old, today, { DATABASE_URL, TRADEPOST_SECRET_KEY: 's'.repeat(64) }).finally(() =>
      old.remove(),
    );
  }
} finally {
  today.remove();
  await server.close();
}
