import { once } from 'node:events';
import { type Env, report, spawnBuild } from '../../support/command.ts';
import { onServer, ownDatabase } from '../../support/databases.ts';
import { report as reportInProcess } from '../../support/in-process-command.ts';
import { buildCommit, type ServerBuild, type SourceEdit } from '../../support/server-build.ts';
import { smoke } from '../smoke/run.ts';

export interface UpgradeOptions {
  readonly serverUrl: string;
  readonly commit: string;
  readonly today: ServerBuild;
  /** Of the older release. */
  readonly edits?: readonly SourceEdit[];
  readonly print: (line: string) => void;
}

/** The last migration of the database, before and after the migrations of this checkout. */
export interface Schemas {
  readonly before: string;
  readonly after: string;
}

/** Has an older release take orders on its own schema, and on that of this checkout. */
export async function upgrade({ serverUrl, commit, today, edits, print }: UpgradeOptions): Promise<Schemas> {
  const old = buildCommit(commit, edits);
  const database = await ownDatabase(serverUrl, 'template0');
  const env = { DATABASE_URL: database.url, TRADEPOST_SECRET_KEY: 's'.repeat(64) };
  const running: Running[] = [];
  const serve = async (build: ServerBuild): Promise<Running> => {
    const service = await start(build, env);
    running.push(service);
    return service;
  };
  const trade = async (what: string, ...services: Running[]): Promise<void> => {
    const urls = services.map(({ url }) => url);
    await smoke({ urls, env, print: () => {}, report: reportInProcess });
    print(`  ok: ${what}`);
  };
  try {
    const earlier = await serve(old);
    await trade('the older release on its own schema', earlier);
    const before = await lastMigration(database.url);
    await report(['migrate'], env);
    await trade('the same processes after the migrations of this checkout', earlier);
    await trade('side by side with this checkout', earlier, await serve(today));
    await earlier.stop();
    await trade('started again on the new schema, as after a step back', await serve(old));
    return { before, after: await lastMigration(database.url) };
  } finally {
    await Promise.all(running.map((service) => service.stop()));
    await database.drop();
    old.remove();
  }
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

const lastMigration = (url: string): Promise<string> =>
  onServer(url, async (client) => {
    const text = 'SELECT name FROM schema_migrations ORDER BY id DESC LIMIT 1';
    return (await client.query<{ name: string }>(text)).rows[0]!.name;
  });
