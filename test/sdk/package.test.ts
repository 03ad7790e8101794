import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installInto, writeFiles } from './package/install.ts';
import { output, type Packed, packSdk, tool } from './package/packed.ts';
import { bundledSize } from './package/size.ts';
import { publicSurface } from './package/surface.ts';

const BUILD_MS = 180_000; // builds, packs and installs, on a machine with two busy cores
const COMPILE_MS = 120_000;

let packed: Packed;
let project: string;

beforeAll(async () => {
  packed = await packSdk();
  const compilers = ['5.0.4', '5.9.3', '7.0.2'].map((version) => `ts-${version}@npm:typescript@${version}`);
  project = await installInto(packed, 'consumer', '@types/node@20.19.43', ...compilers);
}, BUILD_MS);
afterAll(() => packed?.remove());

describe('the packed tarball', () => {
  it('contains what it needs and nothing else', () => {
    const rest = packed.files.map(({ path }) => path).filter((path) => !path.startsWith('dist/'));
    expect(rest.sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'THIRD-PARTY-LICENSES.md',
      'WEBHOOKS.md',
      'package.json',
    ]);
    for (const { path } of packed.files) expect(path).not.toMatch(/\.(tsx?|map)$(?<!\.d\.ts)/);
  });

  it('is at most 1 MB unpacked', () => {
    expect(packed.unpackedSize).toBeLessThanOrEqual(1_000_000);
  });

  it('depends on openapi-fetch and p-retry, has the licenses of what it contains, and no install script', async () => {
    const manifest = JSON.parse(
      await readFile(join(project, 'node_modules/@tradepost/sdk/package.json'), 'utf8'),
    );
    expect(manifest).toMatchObject({
      engines: { node: '>=20' },
      sideEffects: false,
      publishConfig: { access: 'public', provenance: true },
    });
    expect(manifest.dependencies).toEqual({ 'openapi-fetch': '^0.17.0', 'p-retry': '^7.1.1' });
    const licences = await readFile(
      join(project, 'node_modules/@tradepost/sdk/THIRD-PARTY-LICENSES.md'),
      'utf8',
    );
    for (const name of ['p-retry', 'is-network-error']) expect(licences).toContain(name);
    expect(Object.keys(manifest.scripts)).toEqual(['build', 'prepack']);
  });

  it('passes publint', async () => {
    expect(await output(packed.folder, tool('publint'), packed.tarball, '--strict')).toContain('All good!');
  });

  it('passes are-the-types-wrong in every module resolution mode', async () => {
    const report = await output(packed.folder, tool('attw'), packed.tarball, '--format', 'json');
    const { analysis } = JSON.parse(report);
    expect(analysis.types).toMatchObject({ kind: 'included' });
    expect(analysis.problems).toEqual([]);
    expect(Object.keys(analysis.entrypoints).length).toBeGreaterThanOrEqual(8);
  });

  it('exports what public-surface.txt says, so that a change shows in the diff', async () => {
    await expect(publicSurface(project)).toMatchFileSnapshot('package/public-surface.txt');
  });
});

describe('an empty project that installs it', () => {
  const program = (importing: string) => `
    ${importing}
    const tp = new Tradepost({ apiKey: 'tp_x', baseUrl: 'http://127.0.0.1:9', maxRetries: 0 });
    tp.me().catch((error) => {
      if (!(error instanceof ConnectionError && error instanceof TradepostError)) throw error;
      const secret = 'x'.repeat(64);
      console.log(error.name, typeof webhooks.createWebhookReceiver, InsufficientStockError.name);
    });`;

  it.each([
    [
      'ES modules',
      'main.mjs',
      `import { ConnectionError, InsufficientStockError, Tradepost, TradepostError } from '@tradepost/sdk';
       import * as webhooks from '@tradepost/sdk/webhooks';`,
    ],
    [
      'require',
      'main.cjs',
      `const { ConnectionError, InsufficientStockError, Tradepost, TradepostError } = require('@tradepost/sdk');
       const webhooks = require('@tradepost/sdk/webhooks');`,
    ],
  ])('loads it with %s', async (_how, file, importing) => {
    await writeFiles(project, { [file]: program(importing) });
    // Newer versions of Node can require an ES module. Node 20.0 can't, so that is turned off.
    const flags = process.allowedNodeEnvironmentFlags.has('--no-experimental-require-module')
      ? ['--no-experimental-require-module']
      : [];
    expect(await output(project, process.execPath, ...flags, file)).toBe(
      'ConnectionError function InsufficientStockError\n',
    );
  });

  it('does not load fetch before the first call, which takes Node 20 ms', async () => {
    const loaded = "process.moduleLoadList.some((name) => name.includes('undici'))";
    await writeFiles(project, { 'load.mjs': `import '@tradepost/sdk';\nconsole.log(${loaded});` });
    expect(await output(project, process.execPath, 'load.mjs')).toBe('false\n');
  });

  it('gets one class per error from all entries', async () => {
    const same = `console.log(Object.keys(one).filter((name) => name in two).every((name) => one[name] === two[name]),
      two.ConfigurationError === one.ConfigurationError);`;
    await writeFiles(project, {
      'same.mjs': `import * as one from '@tradepost/sdk';\nimport * as two from '@tradepost/sdk/webhooks';\n${same}`,
      'same.cjs': `const one = require('@tradepost/sdk');\nconst two = require('@tradepost/sdk/webhooks');\n${same}`,
    });
    for (const file of ['same.mjs', 'same.cjs'])
      expect(await output(project, process.execPath, file)).toBe('true true\n');
  });

  describe('compiles against it, with strict and, from 5.9 on, without skipLibCheck,', () => {
    const usage = `
      import { ApiError, InsufficientStockError, type Order, Products, Tradepost, Transport, retries } from '@tradepost/sdk';
      import type { WebhookEvent } from '@tradepost/sdk/webhooks';
      declare const event: WebhookEvent;
      export const tp = new Tradepost({ apiKey: 'tp_x', baseUrl: 'https://tradepost.example.com', pace: true });
      export const products = new Products(new Transport({ apiKey: 'x', baseUrl: 'y', fetchWrappers: [retries()] }));
      export async function main(): Promise<Order | undefined> {
        const { data, response, requestId } = await tp.products.get(1).withResponse();
        for await (const { total } of tp.orders.export({ format: 'ndjson' })) total.toFixed();
        for await (const row of tp.orders.export({ format: 'csv' })) row['total']?.trim();
        const price: number = data.price;
        for await (const customer of tp.customers.list({ tax_id: '1', limit: 5 })) customer.name.trim();
        try {
          return await tp.orders.create({ customer_id: 1, items: [{ sku: 'x', quantity: 1 }] });
        } catch (error) {
          if (error instanceof InsufficientStockError) {
            const code: 'insufficient_stock' = error.code;
            return void [code, error.requestId, error.errors[0]?.pointer, price, response.status, requestId];
          }
          if (error instanceof ApiError && error.status === 429) return void error.retryAfterSeconds?.toFixed();
          throw error;
        }
      }
      if (event.event_type === 'order.created') event.data.order_id.toFixed();
      export async function raw(): Promise<number | undefined> {
        const { data, error } = await tp.client.GET('/products/{product_id}', { params: { path: { product_id: 1 } } });
        const code: string | undefined = error?.code;
        tp.client.use({ onRequest: ({ request }) => request.headers.set('x-name', code ?? '') });
        return data?.price;
      }
      // @ts-expect-error there is no such path (so the client's types are not any)
      tp.client.GET('/nonsense');
      // @ts-expect-error price is missing (so the types were found and are not any)
      tp.products.create({ name: 'x', sku: 'x' });
      // @ts-expect-error a query of another list
      tp.customers.list({ sku: 'x' });
      // @ts-expect-error there is no such option
      new Tradepost({ apiKey: 'x', baseUrl: 'y', retry: 3 });
    `;
    const strict = {
      strict: true,
      skipLibCheck: false,
      noEmit: true,
      target: 'es2022',
      exactOptionalPropertyTypes: true,
    };
    const dom = { ...strict, lib: ['es2022', 'dom', 'dom.iterable'], types: [] as string[] };
    const node = { ...strict, lib: ['es2022'], types: ['node'] };
    // openapi-fetch's declarations don't compile with TypeScript 5.0, and don't need to: skipLibCheck is in every template.
    const old = { ...dom, skipLibCheck: true };

    it.each([
      ['5.0.4', 'usage.mts', { ...old, module: 'node16' }],
      ['5.0.4', 'usage.cts', { ...old, module: 'node16' }],
      ['5.0.4', 'usage.ts', { ...old, module: 'esnext', moduleResolution: 'bundler' }],
      ['5.9.3', 'usage.mts', { ...node, module: 'nodenext' }],
      ['5.9.3', 'usage.cts', { ...node, module: 'nodenext' }],
      ['7.0.2', 'usage.mts', { ...node, module: 'nodenext' }],
      ['7.0.2', 'usage.cts', { ...dom, module: 'nodenext' }],
      ['7.0.2', 'usage.ts', { ...dom, module: 'esnext', moduleResolution: 'bundler' }],
    ])(
      'with TypeScript %s from %s',
      async (version, file, compilerOptions) => {
        const config = `tsconfig.${version}.${file}.json`;
        await writeFiles(project, {
          [file]: usage,
          [config]: JSON.stringify({ compilerOptions, files: [file] }),
        });
        const tsc = join('node_modules', `ts-${version}`, 'bin', 'tsc');
        expect(await output(project, process.execPath, tsc, '-p', config)).toBe('');
      },
      COMPILE_MS,
    );
  });
});

const RESOURCES = [
  'Products',
  'Categories',
  'Customers',
  'Stock',
  'PriceTables',
  'Promotions',
  'Coupons',
  'Orders',
  'Events',
];

describe('the size in a bundle, minified and gzipped', () => {
  // 1 kB is 1000 bytes.
  const budgets: readonly [what: string, program: string, kB: number][] = [
    ['everything that the client exports', `export * from '@tradepost/sdk'`, 12.9],
    ['the client', `export { Tradepost } from '@tradepost/sdk'`, 12],
    ['one resource with retries', `export { Products, retries, Transport } from '@tradepost/sdk'`, 10],
    ['the receiver', `export * from '@tradepost/sdk/webhooks'`, 3],
    ...RESOURCES.map((name): [string, string, number] => [
      `${name} with a transport and without retries`,
      `export { ${name}, Transport } from '@tradepost/sdk'`,
      8.2,
    ]),
  ];

  it.each(budgets)('of %s stays within its budget', async (_, program, kB) => {
    expect(await bundledSize(project, program)).toBeLessThanOrEqual(kB * 1000);
  });

  it.each([
    ['alone', `export { createWebhookReceiver } from '@tradepost/sdk/webhooks'`, 3],
    ['with all beside it', `export * from '@tradepost/sdk/webhooks'`, 3.1],
  ])('of the receiver on the edge, %s, stays within its budget', async (_, program, kB) => {
    expect(await bundledSize(project, program, ['workerd'])).toBeLessThanOrEqual(kB * 1000);
  });
});
