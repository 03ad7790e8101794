import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { apiReports } from './package/api-reports.ts';
import { compilations, compilerVersions, usage } from './package/compilations.ts';
import { installInto, writeFiles } from './package/install.ts';
import { output, type Packed, tool } from './package/packed.ts';
import { INSTALL_MS, packedSdk } from './package/packed-sdk.ts';
import { bundledSize } from './package/size.ts';

const COMPILE_MS = 120_000;

let packed: Packed;
let project: string;

beforeAll(async () => {
  packed = await packedSdk();
  const compilers = compilerVersions.map((version) => `ts-${version}@npm:typescript@${version}`);
  project = await installInto(packed, 'consumer', '@types/node@20.19.43', ...compilers);
}, INSTALL_MS);

describe('the packed tarball', () => {
  it('contains what it needs and nothing else', () => {
    const rest = packed.files.map(({ path }) => path).filter((path) => !path.startsWith('dist/'));
    expect(rest.sort()).toEqual([
      'CHANGELOG.md',
      'INBOX.md',
      'LICENSE',
      'README.md',
      'THIRD-PARTY-LICENSES.md',
      'WEBHOOKS.md',
      'examples/follow-events.ts',
      'examples/import-orders.ts',
      'examples/nightly-sync.ts',
      'examples/orders.json',
      'examples/webhook-receiver.ts',
      ...readdirSync(new URL('../../sdk/examples/webhooks', import.meta.url)).map(
        (name) => `examples/webhooks/${name}`,
      ),
      'package.json',
    ]);
    const built = packed.files.filter(({ path }) => path.startsWith('dist/'));
    for (const { path } of built) expect(path).not.toMatch(/\.tsx?$(?<!\.d\.ts)/);
  });

  it('has a source map with its sources for each file that an integrator imports', async () => {
    const scripts = packed.files.map(({ path }) => path).filter((path) => /\.c?js$/.test(path));
    const installed = join(project, 'node_modules/@tradepost/sdk');
    for (const script of scripts.filter((path) => path !== 'dist/cli.js')) {
      const text = await readFile(join(installed, script), 'utf8');
      if (!text.includes('//# sourceMappingURL='))
        expect(text, script).not.toMatch(/function|=>/); // just re-exports
      else {
        const map = JSON.parse(await readFile(join(installed, `${script}.map`), 'utf8'));
        expect(map.sourcesContent, script).toHaveLength(map.sources.length);
        for (const source of map.sources) expect(source).toMatch(/^(\.\.\/)*(src|node_modules)\/|^[\w.-]+$/);
      }
    }
  });

  it.each(['trace.mjs', 'trace.cjs'])('shows the sources in a stack trace of %s', async (file) => {
    const importing = file === 'trace.mjs' ? `import { Tradepost } from` : 'const { Tradepost } = require(';
    await writeFiles(project, {
      [file]: `${importing} '@tradepost/sdk'${importing.endsWith('(') ? ')' : ''};
        try { new Tradepost({ apiKey: '' }); } catch (error) { console.log(error.stack); }`,
    });
    expect(await output(project, process.execPath, '--enable-source-maps', file)).toContain(
      'src/transport/config.ts:',
    );
  });

  it('is at most 3.7 MB unpacked, of which 0.7 MB are source maps, 0.7 MB the fake for tests and 0.1 MB the inbox', () => {
    expect(packed.unpackedSize).toBeLessThanOrEqual(3_700_000);
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
    for (const name of [
      'p-retry',
      'is-network-error',
      'cpf-cnpj-validator',
      '@brazilian-utils/brazilian-utils',
    ])
      expect(licences).toContain(name);
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

  it('exports what the reports in sdk/etc say, so that a change shows in the diff', async () => {
    for (const [name, report] of await apiReports(join(packed.folder, 'sdk')))
      await expect(report).toMatchFileSnapshot(`../../sdk/etc/${name}`);
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

  it('recognizes receivers that share a consumer across ES modules and CommonJS, and adopts in both', async () => {
    await writeFiles(project, {
      'consumers.mjs': `import { createRequire } from 'node:module';
        import * as one from '@tradepost/sdk/webhooks';
        import { memoryStore } from '@tradepost/sdk/webhooks/memory';
        import { signTestDelivery } from '@tradepost/sdk/webhooks/testing';
        const two = createRequire(import.meta.url)('@tradepost/sdk/webhooks');
        const secret = 'x'.repeat(64);
        const delivery = await signTestDelivery({ secret, event: { event_type: 'order.created', data: {} } });
        const store = memoryStore();
        const receivers = [one, two].map(({ createWebhookReceiver }, n) =>
          createWebhookReceiver({ secrets: [secret], store, consumer: 'erp' + n, adopt: n === 0 }));
        receivers[0].on('order.created', () => {});
        console.log((await receivers[0].receive(delivery)).outcome, (await receivers[0].receive(delivery)).outcome);
        for (const consumer of ['erp0', 'erp1']) {
          const third = two.createWebhookReceiver({ secrets: [secret], store, consumer });
          try { third.on('order.created', () => {}); console.log('started', (await third.receive(delivery)).outcome); }
          catch (error) { console.log(error.name); }
        }
        const adopting = two.createWebhookReceiver({ secrets: [secret], store: memoryStore(), consumer: 'x', adopt: true });
        console.log((await adopting.on('order.created', () => {}).receive(delivery)).outcome);`,
    });
    expect(await output(project, process.execPath, 'consumers.mjs')).toBe(
      'handled duplicate\nConfigurationError\nstarted handled\nhandled\n',
    );
  });

  describe('compiles against it, with the strictest flags and, from TypeScript 5.4 on, without skipLibCheck,', () => {
    it.each(compilations)(
      'with TypeScript $version from $file, module $compilerOptions.module, moduleResolution $compilerOptions.moduleResolution',
      async ({ version, file, compilerOptions }) => {
        const config = `tsconfig.${version}.${compilerOptions.module}.${file}.json`;
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
  'Reports',
  'Events',
];

describe('the size in a bundle, minified and gzipped', () => {
  // 1 kB is 1000 bytes. Looking at the types of options, versions, signals and what `fetch` returns takes 0.3 kB. Looking at what would be lost in a body, a query or a header took the client from 12.1 to 13.2 kB,
  // with the names of errors in every bundle, lists that don't end, and streams of node-fetch. Each error that has a code
  // of its own adds a class. Consumers, tenants and the checks at start took the receiver from 3 to 4.2 kB, with the sentences of the errors; `instanceof` between
  // copies takes 0.15 kB, and `inbox` 0.1. The inbox itself is an entry of its own. The 31 methods by external id and of what is recorded on orders
  // took the client 0.3 kB further.
  const budgets: readonly [what: string, program: string, kB: number][] = [
    ['everything that the client exports', `export * from '@tradepost/sdk'`, 16.65],
    ['the client', `export { Tradepost } from '@tradepost/sdk'`, 14.6],
    ['one resource with retries', `export { Products, retries, Transport } from '@tradepost/sdk'`, 12.2],
    ['the receiver', `export * from '@tradepost/sdk/webhooks'`, 4.5],
    ['the inbox', `export * from '@tradepost/sdk/webhooks/inbox'`, 4],
    ...RESOURCES.map((name): [string, string, number] => [
      `${name} with a transport and without retries`,
      `export { ${name}, Transport } from '@tradepost/sdk'`,
      name === 'Orders' ? 10.8 : 10.5, // it has imports, and finds an order by the list
    ]),
  ];

  it.each(budgets)('of %s stays within its budget', async (_, program, kB) => {
    expect(await bundledSize(project, program)).toBeLessThanOrEqual(kB * 1000);
  });

  it.each([
    ['alone', `export { createWebhookReceiver } from '@tradepost/sdk/webhooks'`, 4.5],
    ['with all beside it', `export * from '@tradepost/sdk/webhooks'`, 4.6],
  ])('of the receiver on the edge, %s, stays within its budget', async (_, program, kB) => {
    expect(await bundledSize(project, program, ['workerd'])).toBeLessThanOrEqual(kB * 1000);
  });
});
