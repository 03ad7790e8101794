import assert from 'node:assert/strict';
import { once } from 'node:events';
import { ApiError, Tradepost } from '@tradepost/sdk';
import { type Env, report, reportBy, spawnBuild } from '../../support/command.ts';
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

/** The first migration of a release that reads fine prices. */
const FINE_PRICES = '045-fine-prices';

/** Has an older release take orders on its own schema, and on that of this checkout, until that has fine prices. */
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
  /** Those of this checkout need its schema. */
  let command: typeof report = reportBy(old);
  const trade = async (what: string, ...services: Running[]): Promise<void> => {
    const urls = services.map(({ url }) => url);
    await smoke({ urls, env, print: () => {}, report: command });
    print(`  ok: ${what}`);
  };
  try {
    const earlier = await serve(old);
    await trade('the older release on its own schema', earlier);
    const before = await lastMigration(database.url);
    await report(['migrate'], env);
    command = reportInProcess;
    await trade('the same processes after the migrations of this checkout', earlier);
    const present = await serve(today);
    await trade('side by side with this checkout', earlier, present);
    await earlier.stop();
    const again = await serve(old);
    await trade('started again on the new schema, as after a step back', again);
    await again.stop();
    // An installation that began with a release that has fine prices takes them from the start.
    if (before < FINE_PRICES) {
      assert.equal(await sellFine(present, env), 'refused');
      await reportInProcess(['database', 'allow-fine-prices'], env);
      await assert.rejects(start(old, env), /serve ended with 2/);
      print('  ok: the older release refuses to start where prices are fine');
    }
    assert.equal(await sellFine(present, env), 85.86);
    await trade('the running process of this checkout, with fine prices', present);
    return { before, after: await lastMigration(database.url) };
  } finally {
    await Promise.all(running.map((service) => service.stop()));
    await database.drop();
    old.remove();
  }
}

/** The total of an order at a price that older releases can't read, or that it was refused. */
async function sellFine({ url: baseUrl }: Running, env: Env): Promise<number | 'refused'> {
  const create = ['tenant', 'create', '--name', 'Fine', '--plan', 'Pro'];
  const { tenant_id } = await reportInProcess<{ tenant_id: number }>(create, env);
  const named = ['--tenant', String(tenant_id), '--name', 'fine', '--scopes', 'all'];
  const { key } = await reportInProcess<{ key: string }>(['key', 'create', ...named], env);
  const tp = new Tradepost({ apiKey: key, baseUrl });
  const { id } = await tp.customers.create({ type: 'person', name: 'Maria Souza' });
  try {
    const product = { name: 'Cerveja', sku: 'BEB-01', price: 7.155, track_stock: false };
    const { sku } = await tp.products.create(product);
    return (await tp.orders.create({ customer_id: id, items: [{ sku, quantity: 12 }] })).total;
  } catch (error) {
    if (error instanceof ApiError && error.errors.some(({ detail }) => detail.includes('allow-fine-prices')))
      return 'refused';
    throw error;
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
