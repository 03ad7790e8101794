import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { createWebhookReceiver } from '../../../sdk/src/webhooks/index.ts';
import { postgresStore } from '../../../sdk/src/webhooks/stores/postgres.ts';
import { signTestDelivery } from '../../../sdk/src/webhooks/testing/index.ts';
import { comments, words as verifyWords } from '../../../server/panel/webhooks/verify/words.ts';
import { words } from '../../../server/panel/webhooks/words.ts';
import { freePort } from '../../support/free-port.ts';
import { codeBlocks } from '../../support/guides.ts';
import { SECRET } from './deliveries.ts';
import { EXAMPLE } from './example-app.ts';
import { type OpenedPostgres, openPostgres } from './open-stores.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const markdown = readFileSync(`${root}sdk/WEBHOOKS.md`, 'utf8');
const blocks = codeBlocks(markdown);

it('begins with examples/webhook-receiver.ts as it is', () => expect(blocks[0]!.code).toBe(EXAMPLE));

it.each([
  ['py', 'receiver.py'],
  ['php', 'receiver.php'],
  ['go', 'receiver.go'],
  ['java', 'Receiver.java'],
])('has its check in %s from the program of the panel, which is run by tests', (language, file) => {
  const program = readFileSync(`${root}server/panel/webhooks/verify/snippets/${file}`, 'utf8');
  const flush = (text: string): string => text.replaceAll(/^ +/gm, '');
  const { code } = blocks.find((block) => block.language === language)!;
  expect(flush(program.replaceAll('{{previous}}', comments.en.previous))).toContain(flush(code).trimEnd());
});

it('names the buttons of the panel in both languages', () => {
  const dictionaries = [verifyWords, words];
  const pairs = dictionaries.flatMap(({ en, pt }) =>
    Object.entries(en).map(([name, text]) => `${text} (${(pt as Record<string, unknown>)[name]})`),
  );
  const named = [...markdown.matchAll(/\*([A-Z][^*\n]+)\* (\([^)]+\))/g)].map(([, en, pt]) => `${en} ${pt}`);
  expect(named.length).toBe(6);
  expect(pairs).toEqual(expect.arrayContaining(named));
});

const sources = `${root}sdk/src/webhooks`;
/** The package's names, as its sources. The longer name first. */
const alias = {
  '@tradepost/sdk/webhooks/node': `${sources}/adapters/node.ts`,
  '@tradepost/sdk/webhooks/express': `${sources}/adapters/express.ts`,
  '@tradepost/sdk/webhooks/fetch': `${sources}/adapters/fetch.ts`,
  '@tradepost/sdk/webhooks/memory': `${sources}/stores/memory.ts`,
  '@tradepost/sdk/webhooks/postgres': `${sources}/stores/postgres.ts`,
  '@tradepost/sdk/webhooks/testing': `${sources}/testing/index.ts`,
  '@tradepost/sdk/webhooks': `${sources}/index.ts`,
};

/** What the text around the examples assumes: a receiver, its secret, and a delivery that has arrived. */
const BEFORE = `
import { createWebhookReceiver as create } from '@tradepost/sdk/webhooks';
import { memoryStore as inMemory } from '@tradepost/sdk/webhooks/memory';
import { signTestDelivery as signed } from '@tradepost/sdk/webhooks/testing';
const secret = process.env.SECRET;
const event_type = 'order.created';
const deliver = async (send, times = 1) => {
  const delivery = await signed({ secret, event: { event_type, data: { order_id: 5001, total: 134.7 } } });
  const { outcome } = await (await send(delivery)).json();
  if (outcome !== 'handled') throw new Error(outcome);
};
`;
const RECEIVER = `const receiver = create({ secrets: [secret], store: inMemory() }).on('order.created', () => {});\n`;
const DELIVERY = `
const { headers, body: rawBody } = await signed({ secret, event: { event_type, data: { order_id: 5001, total: 134.7 } } });
const request = { headers };
`;

/** `sql` is postgres.js's in the text. Here the same form is made of pg. */
const SQL = `
import pg from 'pg';
import { postgresStore } from '@tradepost/sdk/webhooks/postgres';
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
await pool.query('CREATE TABLE IF NOT EXISTS new_orders (order_id bigint)');
const sqlOf = (db) => Object.assign(
  async (parts, ...values) => (await db.query(parts.reduce((text, part, n) => text + '$' + n + part), values)).rows,
  {
    unsafe: async (text, values) => (await db.query(text, values)).rows,
    begin: async (work) => {
      const client = await pool.connect();
      await client.query('BEGIN');
      await work(sqlOf(client));
      await client.query('COMMIT');
      client.release();
    },
  },
);
const sql = sqlOf(pool);
let receiver = { on: (type, handle) => (handler = handle) };
let handler;
`;

interface Harness {
  readonly before: string;
  readonly after: string;
}

/** By the first words of the example. */
const HARNESSES: Readonly<Record<string, Harness>> = {
  'import { createWebhookReceiver }': {
    before: `import express from 'express';
import pg from 'pg';
Object.assign(process.env, { ERP_SECRET: secret, MAIL_SECRET: secret });
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
const app = express();
`,
    after: `
const running = app.listen(0);
await new Promise((resolve) => running.once('listening', resolve));
const data = { customer: { name: 'Maria' } };
const delivery = await signed({ secret, event: { event_type: 'customer.created', data } });
const outcomes = [];
for (const path of ['erp', 'mail', 'erp', 'mail']) {
  const response = await fetch('http://127.0.0.1:' + running.address().port + '/hooks/' + path, delivery);
  outcomes.push((await response.json()).outcome);
}
if (outcomes.join() !== 'handled,handled,duplicate,duplicate') throw new Error(outcomes.join());
await pool.end();
running.close();
running.closeAllConnections();`,
  },
  'const store = postgresStore': {
    before: SQL,
    after: `receiver = create({ secrets: [secret], store, consumer: 'erp' }).on('order.created', handler);
await deliver(async ({ headers, body }) => new Response((await receiver.receive({ method: 'POST', headers, body })).body));
await pool.end();`,
  },
  'import { storeChecks }': {
    before: `const runs = []; const test = (name, run) => runs.push(run); const openMyStore = () => inMemory();`,
    after: `for (const run of runs) await run();\nif (runs.length < 5) throw new Error('too few');`,
  },
  'import { createServer }': {
    before: `import express from 'express';
import { Hono } from 'hono';
const app = express();
const hono = new Hono();
const serving = [];
globalThis.Bun = { serve: ({ fetch }) => serving.push(fetch) };
globalThis.Deno = { serve: (_options, handle) => serving.push(handle) };
${RECEIVER}`,
    after: `
const url = 'http://localhost/hooks';
const running = app.listen(0);
await new Promise((resolve) => running.once('listening', resolve));
await deliver((delivery) => fetch('http://127.0.0.1:' + running.address().port + '/hooks', delivery));
await deliver((delivery) => fetch('http://localhost:4000/hooks', delivery));
await deliver((delivery) => hono.request('/hooks', delivery));
for (const handle of [POST, ...serving]) await deliver((delivery) => handle(new Request(url, delivery)));
if (serving.length !== 2) throw new Error('Bun and Deno');
setImmediate(() => process.exit());`,
  },
  'import { signTestDelivery }': {
    before: `import http from 'node:http';
import { nodeHandler } from '@tradepost/sdk/webhooks/node';
${RECEIVER}
const server = http.createServer(nodeHandler(receiver)).listen(4000);
await new Promise((resolve) => server.once('listening', resolve));`,
    after: `if (response.status !== 200) throw new Error(String(response.status));\nserver.closeAllConnections(); server.close();`,
  },
  'import { Webhook }': { before: DELIVERY, after: '' },
  'import { verify }': {
    before: DELIVERY,
    after: `if (event.data.total !== 134.7) throw new Error('other event');`,
  },
};

it('says how many statements a new event costs', async () => {
  const { pool, close } = await openPostgres();
  let statements = 0;
  const counted = {
    query(text: string, values: unknown[] = []) {
      statements += 1;
      return pool.query(text, values);
    },
  };
  const receiver = createWebhookReceiver({
    secrets: [SECRET],
    store: postgresStore(counted),
    consumer: 'erp',
  });
  receiver.on('order.created', () => {});
  const event = { event_type: 'order.created', data: { order_id: 5001, total: 134.7 } };
  expect(await receiver.receive(await signTestDelivery({ secret: SECRET, event }))).toMatchObject({
    status: 200,
  });
  await close();
  expect(markdown).toMatch(new RegExp(`^\\| a new event costs \\|.*\\| ${statements} statements \\|`, 'm'));
});

const run = promisify(execFile);
const examples = blocks.filter(({ language, code }) => language === 'ts' && code !== EXAMPLE);

describe('the examples', () => {
  let database: OpenedPostgres;
  beforeAll(async () => {
    database = await openPostgres();
    return () => database.close();
  });

  it('are these', () => {
    const starts = examples.map(({ code }) => Object.keys(HARNESSES).find((start) => code.startsWith(start)));
    expect(starts).toEqual(Object.keys(HARNESSES).sort((a, b) => starts.indexOf(a) - starts.indexOf(b)));
  });

  it.each(examples)('run twice in a row: $code', async ({ code }) => {
    const { before, after } = Object.entries(HARNESSES).find(([start]) => code.startsWith(start))![1];
    // The port of the text, which another program may have.
    const contents = (BEFORE + before + code + after).replaceAll('4000', String(await freePort()));
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: root, loader: 'ts' },
      ...{ alias, bundle: true, write: false, format: 'esm', platform: 'node', packages: 'external' },
    });
    const env = { PATH: process.env.PATH, DATABASE_URL: database.url, SECRET };
    for (const _ of ['first', 'second']) {
      const child = run(process.execPath, ['--input-type=module'], { cwd: root, env });
      child.child.stdin!.end(outputFiles[0]!.text);
      expect((await child).stderr).toBe('');
    }
  });

  it('writes one row for each event of the example with sql', async () => {
    expect((await database.pool.query('SELECT 1 FROM new_orders')).rows.length).toBe(2);
  });
});
