import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import pg from 'pg';
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { CREATE_TABLE } from '../../sdk/src/webhooks/stores/postgres.ts';
import { signTestDelivery } from '../../sdk/src/webhooks/testing/index.ts';
import { ownDatabase } from '../support/databases.ts';
import { freePort } from '../support/free-port.ts';
import { codeBlocks } from '../support/guides.ts';
import { hasRedis, startRedis } from '../support/redis-server.ts';
import { installInto, writeFiles } from './package/install.ts';
import { output, tool } from './package/packed.ts';
import { INSTALL_MS, packedSdk } from './package/packed-sdk.ts';
import { compiledRecipes, LAMBDA_SERVER, recipes, WORKERD_CONFIG } from './package/recipes.ts';
import { STRICTEST } from './package/strictest.ts';
import { OTHER_SECRET, SECRET } from './webhooks/deliveries.ts';
import { kill } from './webhooks/example-app.ts';

/** Next.js takes 150 MB and Cloudflare's runtime 50: `TRADEPOST_ALL_RECIPES=1 npm run test:package -- test/sdk/recipes.test.ts`. */
const ALL = process.env.TRADEPOST_ALL_RECIPES !== undefined;
const PACKAGES = [
  '@hono/node-server@2.0.12',
  '@nestjs/common@12.5.1',
  '@nestjs/core@12.5.1',
  '@nestjs/platform-express@12.5.1',
  '@types/aws-lambda@8.10.164',
  '@types/express@5.0.6',
  '@types/node@20.19.43',
  '@types/pg@8.23.1',
  'bullmq@6.7.0',
  'express@5.3.0',
  'fastify@5.12.8',
  'hono@4.13.19',
  'pg@8.23.1',
  'pg-boss@10.4.2',
  'reflect-metadata@0.2.2',
  'rxjs@7.8.2',
];
const HEAVY = ['next@16.4.6', 'react@19', 'react-dom@19', '@cloudflare/workerd-linux-64@1.20261117.1'];
const COMPILE_MS = 120_000;

/** The pieces of INBOX.md, which assume an inbox. */
const blocks = codeBlocks(readFileSync(new URL('../../sdk/INBOX.md', import.meta.url), 'utf8'));
const INBOX = `import type { WebhookInbox } from '@tradepost/sdk/webhooks/inbox';\ndeclare const inbox: WebhookInbox;\n`;
const snippets = Object.fromEntries(
  blocks
    .filter(({ language, code }) => language === 'ts' && code !== recipes['inbox.ts'])
    .map(({ code }, n) => [`snippet-${n}.ts`, INBOX + code]),
);

let project: string;

beforeAll(async () => {
  project = await installInto(await packedSdk(), 'recipes', ...PACKAGES, ...(ALL ? HEAVY : []));
  await writeFiles(project, { ...(await compiledRecipes()), 'lambda-server.mjs': LAMBDA_SERVER });
}, INSTALL_MS);

it('the recipes and INBOX.md compile with the strictest flags', { timeout: COMPILE_MS }, async () => {
  mkdirSync(join(project, 'src'));
  await writeFiles(join(project, 'src'), { ...recipes, ...snippets });
  const options = { noEmit: true, module: 'nodenext', target: 'es2023', types: ['node'] };
  const compilerOptions = {
    ...STRICTEST,
    ...options,
    allowImportingTsExtensions: true,
    experimentalDecorators: true,
    skipLibCheck: true, // those of the frameworks
  };
  await writeFiles(project, {
    'package.json': JSON.stringify({ name: 'recipes', private: true, type: 'module' }),
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src'] }),
  });
  expect(await output(project, tool('tsc'), '-p', '.')).toBe('');
});

/** A database with the tables of the recipes. */
async function useDatabase() {
  const database = await ownDatabase(inject('serverUrl'), 'template0');
  const client = new pg.Client({ connectionString: database.url });
  client.on('error', () => {}); // the database is dropped first
  await client.connect();
  await client.query(CREATE_TABLE);
  await client.query('CREATE TABLE new_orders (order_id bigint, total numeric)');
  onTestFinished(async () => {
    await client.end();
    await database.drop();
  });
  const orders = async () =>
    (await client.query('SELECT order_id::int AS id FROM new_orders ORDER BY 1')).rows;
  /** Has handlers wait with their rows. */
  const locked = async () => {
    await client.query('BEGIN; LOCK TABLE new_orders IN ACCESS EXCLUSIVE MODE');
    return () => client.query('COMMIT');
  };
  const expireLeases = () =>
    client.query(`UPDATE tradepost_webhook_events SET lease_ends = now() WHERE done_at IS NULL;
      UPDATE tradepost_webhook_inbox SET due_at = now()`);
  return { url: database.url, orders, locked, expireLeases };
}

/** Starts a program and waits until it responds. */
async function start(command: string, args: readonly string[], env: Record<string, string>, port: number) {
  const child = spawn(command, args, {
    cwd: project,
    env: { PATH: process.env.PATH, TRADEPOST_WEBHOOK_SECRET: SECRET, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => kill(child));
  const printed = { out: '' };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed.out += chunk));
  await untilItResponds(child, `http://127.0.0.1:${port}/`, printed);
  return { url: `http://127.0.0.1:${port}/hooks`, child, printed };
}

async function untilItResponds(child: ChildProcess, url: string, printed: { out: string }): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const responded = await fetch(url).then(
      () => true,
      () => false,
    );
    if (responded) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The program ended: ${printed.out}`);
}

/** With data of that many bytes, or of an order as large as it can be. */
async function deliver(url: string, order_id: number, bytes: number, secret = SECRET) {
  const data = { order_id, total: 9.9, order: { notes: 'ã€𝄞x'.repeat(bytes / 10) } };
  const event = { event_type: 'order.created', event_id: `order ${order_id}`, data };
  const response = await fetch(url, await signTestDelivery({ secret, event }));
  return [response.status, response.headers.get('content-type'), await response.text()];
}

const KB = 1_000;
const HANDLED = [200, expect.stringMatching(/^application\/json\b/), '{"outcome":"handled"}'];

/** Real deliveries: 1 kB, an order of 340 lines, 1 MB, one again, and one that isn't Tradepost's. */
async function expectToReceive(url: string, first = 1): Promise<void> {
  expect(await deliver(url, first, KB)).toEqual(HANDLED);
  expect(await deliver(url, first + 1, 115 * KB)).toEqual(HANDLED);
  expect(await deliver(url, first + 2, 1_000 * KB)).toEqual(HANDLED);
  expect((await deliver(url, first, KB))[2]).toBe('{"outcome":"duplicate"}');
  const [status, , body] = await deliver(url, 100, 1_000 * KB, OTHER_SECRET);
  expect([status, body]).toEqual([401, expect.stringContaining('signature_mismatch')]);
}

const ORDERS = [{ id: 1 }, { id: 2 }, { id: 3 }];

it.each(['express', 'fastify', 'hono', 'nest'])('%s.ts receives deliveries of 1 kB to 1 MB', async (name) => {
  const { url: DATABASE_URL, orders } = await useDatabase();
  const { url } = await start(process.execPath, [`${name}.mjs`], { DATABASE_URL }, await freePort());
  await expectToReceive(url);
  expect(await orders()).toEqual(ORDERS);
  expect((await deliver(url, 200, 2_200 * KB))[0]).toBe(413);
  expect((await fetch(url)).status).toBeOneOf([404, 405]);
});

it('inbox.ts handles what it received before it was killed', async () => {
  const { url: DATABASE_URL, orders, locked, expireLeases } = await useDatabase();
  const port = await freePort();
  const first = await start(process.execPath, ['inbox.mjs'], { DATABASE_URL }, port);
  const unlock = await locked();
  for (const order of [1, 2, 3])
    expect(await deliver(first.url, order, 1_000 * KB)).toEqual([
      200,
      'application/json',
      '{"outcome":"stored"}',
    ]);
  await kill(first.child);
  await unlock();
  expect(await orders()).toEqual([]);
  await expireLeases();
  const second = await start(process.execPath, ['inbox.mjs'], { DATABASE_URL }, port);
  await expect.poll(orders).toEqual(ORDERS);
  second.child.kill('SIGTERM');
  expect(await once(second.child, 'exit')).toEqual([0, null]);
});

it('INBOX.md begins with inbox.ts as it is', () => {
  expect(blocks[0]!.code).toBe(recipes['inbox.ts']);
  expect(Object.keys(snippets)).toHaveLength(2);
});

it('lambda.ts receives deliveries of 1 kB to 1 MB in every form of its events', async () => {
  const { url: DATABASE_URL, orders } = await useDatabase();
  const { url } = await start(process.execPath, ['lambda-server.mjs'], { DATABASE_URL }, await freePort());
  const forms = ['http-api', 'rest-api', 'load-balancer', 'load-balancer-lists'];
  for (const [index, form] of forms.entries()) {
    await expectToReceive(`${url}?as=${form}`, 20 * index + 1);
    await expectToReceive(`${url}?as=${form}&base64`, 20 * index + 11);
  }
  expect(await orders()).toHaveLength(forms.length * 2 * ORDERS.length);
});

describe('a queue', () => {
  it.skipIf(!hasRedis())('of BullMQ handles what bullmq.ts receives', async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    const env = { REDIS_URL: redis.url };
    const { url, printed } = await start(process.execPath, ['bullmq.mjs'], env, await freePort());
    await expectToReceive(url);
    await expect.poll(() => printed.out.match(/order \d: 9\.9/g)?.sort()).toEqual(QUEUED);
  });

  it('of pg-boss handles what pg-boss.ts receives', async () => {
    const { url: DATABASE_URL } = await useDatabase();
    const { url, printed } = await start(
      process.execPath,
      ['pg-boss.mjs'],
      { DATABASE_URL },
      await freePort(),
    );
    await expectToReceive(url);
    await expect.poll(() => printed.out.match(/order \d: 9\.9/g)?.sort()).toEqual(QUEUED);
  });
});

const QUEUED = ['order 1: 9.9', 'order 2: 9.9', 'order 3: 9.9'];

describe.skipIf(!ALL)('with TRADEPOST_ALL_RECIPES', () => {
  it('next.ts receives deliveries of 1 kB to 1 MB', async () => {
    const { url: DATABASE_URL, orders } = await useDatabase();
    mkdirSync(join(project, 'site/app/hooks'), { recursive: true });
    const page = 'export default ({ children }) => <html><body>{children}</body></html>;';
    await writeFiles(join(project, 'site'), {
      'package.json': '{"private": true, "type": "module"}',
      'next.config.mjs': 'export default { typescript: { ignoreBuildErrors: true } };',
      'app/layout.jsx': page,
      'app/hooks/route.ts': recipes['next.ts']!,
      'app/hooks/receiver.ts': recipes['receiver.ts']!,
    });
    const port = await freePort();
    const next = join(project, 'node_modules/next/dist/bin/next');
    const env = { DATABASE_URL, TRADEPOST_WEBHOOK_SECRET: SECRET, NEXT_TELEMETRY_DISABLED: '1' };
    await output(project, 'env', ...pairs(env), process.execPath, next, 'build', 'site');
    const { url } = await start(process.execPath, [next, 'start', 'site', '-p', String(port)], env, port);
    await expectToReceive(url);
    expect(await orders()).toEqual(ORDERS);
  });

  it('cloudflare-worker.ts receives deliveries of 1 kB to 1 MB', async () => {
    const { url: DATABASE_URL, orders } = await useDatabase();
    const port = await freePort();
    await build({
      entryPoints: [join(project, 'cloudflare-worker.mjs')],
      outfile: join(project, 'worker.js'),
      bundle: true,
      format: 'esm',
      target: 'es2022',
      conditions: ['workerd', 'worker', 'browser'],
      platform: 'node',
      external: ['cloudflare:*', 'pg-native'],
      // pg is CommonJS, whose require() of Node's modules esbuild leaves to the runtime. Wrangler does the same.
      banner: { js: `import { createRequire } from 'node:module'; const require = createRequire('/');` },
      tsconfigRaw: {},
    });
    const database = JSON.stringify(JSON.stringify({ connectionString: DATABASE_URL })).slice(1, -1);
    const config = WORKERD_CONFIG.replace('DATABASE', database).replace('"SECRET"', `"${SECRET}"`);
    await writeFiles(project, { 'recipe.capnp': config.replace('PORT', String(port)) });
    const workerd = join(project, 'node_modules/@cloudflare/workerd-linux-64/bin/workerd');
    const { url } = await start(workerd, ['serve', 'recipe.capnp'], {}, port);
    await expectToReceive(url);
    expect(await orders()).toEqual(ORDERS);
  });
});

const pairs = (env: Record<string, string>): string[] =>
  Object.entries(env).map(([name, value]) => `${name}=${value}`);
