import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { signTestDelivery } from '../../sdk/src/webhooks/testing/index.ts';
import { seedDemo } from '../../server/main/commands/seed.ts';
import { type OwnDatabase, ownDatabase } from '../support/databases.ts';
import { freePort } from '../support/free-port.ts';
import { openTestEnvironment, type TestEnvironment } from '../support/test-environment.ts';
import { examplesOf } from './package/examples.ts';
import { installInto, writeFiles } from './package/install.ts';
import { output, type Packed, tool } from './package/packed.ts';
import { INSTALL_MS, packedSdk } from './package/packed-sdk.ts';
import { STRICTEST, strictestProgram } from './package/strictest.ts';
import { json, startServer } from './recording-server.ts';
import { PREAMBLE } from './webhooks/snippet-preamble.ts';

const COMPILE_MS = 120_000;
/** What the programs need beside the package. */
const PACKAGES = [
  '@opentelemetry/api@1.9.1',
  '@opentelemetry/instrumentation@0.223.0',
  '@opentelemetry/instrumentation-undici@0.33.0',
  '@opentelemetry/sdk-trace-node@2.12.0',
  '@types/node@20.19.43',
  '@types/express@5.0.6',
  '@types/pg@8.23.1',
  'express@5.3.0',
  'hono@4.13.19',
  'pg@8.23.1',
  'standardwebhooks@1.1.1',
  'undici@7.30.2',
];
const SECRET = 'a1B2c3D4'.repeat(8);

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
/** What runs an example: itself, unless it needs Vitest. */
const runnerOf = (text: string): string[] =>
  text.includes("'vitest'") ? [`${root}node_modules/vitest/vitest.mjs`, 'run'] : [];
const readme = new URL('../../sdk/README.md', import.meta.url);
const examples = examplesOf(readme);
const ofWebhooks = examplesOf(new URL('../../sdk/WEBHOOKS.md', import.meta.url));
const folder = new URL('../../sdk/examples/', import.meta.url);
const programs = readdirSync(folder).filter((name) => name.includes('.')); // recipes.test.ts has those in the folder
const textOf = (file: string): string => readFileSync(new URL(file, folder), 'utf8');

it.each(programs)('shows examples/%s as it is', (file) => {
  expect(readFileSync(readme, 'utf8')).toContain(`\n${textOf(file)}\`\`\`\n`);
});

describe('the examples of the README', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tradepost-readme-'));
  let packed: Packed;
  let project: string;
  let environment: TestEnvironment;
  let database: OwnDatabase;
  let key: string;

  beforeAll(async () => {
    environment = await openTestEnvironment({ env: { TRADEPOST_DATA_DIR: dataDir } });
    database = await ownDatabase(inject('serverUrl'), 'template0');
    key = await seedDemo(environment.context);
    packed = await packedSdk();
    project = await installInto(packed, 'readme', ...PACKAGES);
    await writeFiles(project, Object.fromEntries(examples.map(({ file, text }) => [file, text])));
    await writeFiles(project, { 'orders.json': textOf('orders.json') });
    symlinkSync(`${root}node_modules/vitest`, join(project, 'node_modules/vitest')); // saves a minute of installing
  }, INSTALL_MS);
  afterAll(async () => {
    await environment?.close();
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('are at least 12', () => expect(examples.length).toBeGreaterThanOrEqual(12));

  it(
    'compile with the strictest flags, as do those of WEBHOOKS.md and a program with every handler',
    async () => {
      const compilerOptions = {
        ...STRICTEST,
        noEmit: true,
        module: 'nodenext',
        target: 'es2023',
        types: ['node'],
      };
      const programs = {
        ...Object.fromEntries(ofWebhooks.map(({ file, text }) => [`webhooks-${file}`, text])),
        'preamble.mts': PREAMBLE,
        'strictest.mts': strictestProgram,
      };
      const files = [...examples.map(({ file }) => file), ...Object.keys(programs)];
      await writeFiles(project, programs);
      await writeFiles(project, { 'tsconfig.json': JSON.stringify({ compilerOptions, files }) });
      expect(await output(project, tool('tsc'), '-p', '.')).toBe('');
    },
    COMPILE_MS,
  );

  /** Runs a program to its end, or until it has handled what it waits for. Returns what it prints. */
  async function runProgram(program: string, text: string, baseUrl = environment.baseUrl): Promise<string> {
    const port = String(await freePort());
    const env = {
      PATH: process.env.PATH,
      TRADEPOST_API_KEY: key,
      TRADEPOST_URL: baseUrl,
      TRADEPOST_WEBHOOK_SECRET: SECRET,
      DATABASE_URL: database.url,
      PORT: port,
    };
    const running = run(process.execPath, [...runnerOf(text), program], { cwd: project, env });
    const { child } = running;
    if (text.includes('.listen(')) {
      child.stdout?.once('data', async () => {
        const event = { event_type: 'order.created', event_id: 'e1', data: { order_id: 1, total: 9.9 } };
        const delivery = await signTestDelivery({ secret: SECRET, event });
        const response = await fetch(`http://127.0.0.1:${port}/hooks`, delivery);
        child.kill(response.ok ? 'SIGINT' : 'SIGKILL');
      });
      // It is ended by the signal, so the promise rejects.
      const ended = await running.then(
        () => undefined,
        (error: { signal: string; stdout: string }) => error,
      );
      expect(ended?.signal).toBe('SIGINT');
      return ended!.stdout;
    }
    // A program that follows the feed ends when it is asked to.
    if (text.includes('.follow(')) child.stdout?.once('data', () => child.kill('SIGINT'));
    const { stdout, stderr } = await running;
    expect(stderr).toBe('');
    return stdout;
  }

  it.each(examples)('run against the service twice in a row: $name', async ({ file, text }) => {
    const { code } = await transform(text, { loader: 'ts', format: 'esm' });
    const program = file.replace(/mts$/, 'test.mjs');
    await writeFiles(project, { [program]: code });
    const first = await runProgram(program, text);
    const second = await runProgram(program, text);
    expect(first + second + text).not.toContain(key);
    if (text.includes('orders.json')) {
      expect(first).toMatch(
        /^SHOP-2001: created, order \d+, \d+(\.\d+)?\nSHOP-2002: created, order \d+, \d+(\.\d+)?\n$/,
      );
      expect(second).toBe(first.replaceAll('created', 'imported before')); // no order is created twice
    }
    if (text.includes("'node:test'")) {
      const count = text.match(/^test\(/gm)!.length;
      expect(first).toMatch(new RegExp(`\\bpass ${count}\\n.*\\bfail 0\\n`));
    }
    if (text.includes("'vitest'"))
      expect(stripVTControlCharacters(first)).toMatch(/^ +Tests +3 passed \(3\)$/m);
    if (text.includes('tradepost_copy')) {
      expect(first).toMatch(/^products: \d+\ncustomers: \d+\norders: \d+\n$/);
      expect(second).toMatch(/^products: \d\n/); // only the newest rows come again
    }
  });

  it('import orders with any external id, and go on after one that is refused', async () => {
    const items = [{ sku: 'CAF-500', quantity: 1 }];
    const ids = ['SHOP 3002', 'Pedido nº 3003', '🧉'.repeat(100), undefined, 'unknown product', 'SHOP-3004'];
    const orders = ids.map((external_id) => ({
      ...{ external_id, customer_id: 77 },
      items: external_id === 'unknown product' ? [{ sku: 'NONE', quantity: 1 }] : items,
    }));
    const { code } = await transform(textOf('import-orders.ts'), { loader: 'ts', format: 'esm' });
    await writeFiles(project, { 'any.mjs': code, 'any.json': JSON.stringify(orders) });
    const env = { PATH: process.env.PATH, TRADEPOST_API_KEY: key, TRADEPOST_URL: environment.baseUrl };
    const importing = () =>
      run(process.execPath, ['any.mjs', 'any.json'], { cwd: project, env }).then(
        () => expect.unreachable(),
        (error: { code: number; stdout: string }) => error,
      );
    const first = await importing();
    expect(first.code).toBe(1);
    const lines = first.stdout.trimEnd().split('\n');
    expect(
      lines.map((line) =>
        line.replace(/created, order \d+, [\d.]+$/, 'order').replace(/refused, .*/, 'refused'),
      ),
    ).toEqual(
      ids.map((id) => `${id}: ${id === undefined || id === 'unknown product' ? 'refused' : 'order'}`),
    );
    expect((await importing()).stdout.replaceAll(/\(request .*?\)/g, '')).toBe(
      first.stdout.replaceAll(/\(request .*?\)/g, '').replaceAll('created', 'imported before'), // no order is created twice
    );
    const changed = [{ ...orders[0], items: [{ sku: 'CAF-500', quantity: 2 }] }];
    await writeFiles(project, { 'any.json': JSON.stringify(changed) });
    expect(await importing()).toMatchObject({
      code: 1,
      stdout: 'SHOP 3002: imported before. It has changed since, and the change was not applied\n',
    });
  });

  it('send the trace of OpenTelemetry with each attempt', async () => {
    const { file, text } = examples.find((example) => example.text.includes('UndiciInstrumentation'))!;
    const { code } = await transform(text, { loader: 'ts', format: 'esm' });
    await writeFiles(project, { 'traced.mjs': code });
    const statuses = [503, 200];
    const { baseUrl, requests } = await startServer((response) =>
      json(response, statuses.shift()!, { data: [], page: { has_more: false, next_cursor: null } }),
    );
    const printed = await runProgram('traced.mjs', text, baseUrl);
    const sent = requests.map(({ headers }) => String(headers.traceparent).split('-'));
    expect(sent.length, file).toBe(2);
    expect(sent[1]![1]).toBe(sent[0]![1]); // one trace
    expect(sent[1]![2]).not.toBe(sent[0]![2]);
    for (const [, traceId, spanId] of sent) {
      expect(printed).toContain(`traceId: '${traceId}'`);
      expect(printed).toContain(`id: '${spanId}'`);
    }
  });

  it('name rows that the demo tenant has', async () => {
    const rows = [...readFileSync(readme, 'utf8').matchAll(/^\| `tp\.(\w+)` \| (\d+) \|/gm)];
    expect(rows.length).toBe(6);
    const paths: Record<string, string> = { priceTables: 'price-tables' };
    for (const [, name, id] of rows) {
      const url = `${environment.baseUrl}/api/v1/${paths[name!] ?? name}/${id}`;
      expect([name, (await fetch(url, { headers: { Authorization: `Bearer ${key}` } })).status]).toEqual([
        name,
        200,
      ]);
    }
  });
});
