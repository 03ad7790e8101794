// What depends on packing: bundlers, two copies in one program, other fetches, fake timers of test runners.
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as esbuild } from 'esbuild';
import { rollup } from 'rollup';
import { build as vite } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { installInto, writeFiles } from './package/install.ts';
import { output, tool } from './package/packed.ts';
import { INSTALL_MS, packedSdk } from './package/packed-sdk.ts';
import { STRICTEST } from './package/strictest.ts';
import { json, startServer } from './recording-server.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const PACKAGES = [
  '@rollup/plugin-node-resolve@16.0.3',
  '@types/node@20.19.43',
  '@types/node-fetch@2.6.13',
  'jest@30.2.0',
  'node-fetch@3.3.2',
  'node-fetch-2@npm:node-fetch@2.7.0',
  'undici@7.30.2',
  'webpack@5.102.1',
];

let project: string;

beforeAll(async () => {
  project = await installInto(await packedSdk(), 'client', '--ignore-scripts', ...PACKAGES);
  symlinkSync(`${root}node_modules/vitest`, join(project, 'node_modules/vitest'));
}, INSTALL_MS);

const run = (file: string, ...args: string[]) => output(project, process.execPath, file, ...args);

/** Refuses each request, a page of the feed as rewound. */
const refusing = () =>
  startServer((response, { url }) => {
    const rewound = url?.includes('/events') && !url.includes('cursor=here');
    if (rewound) json(response, 400, { code: 'feed_rewound', resume_cursor: 'here' });
    else json(response, 404, { code: 'not_found', detail: 'x' });
  });

describe('the class of an error', () => {
  const program = (classes: string, check: string) => `
    import { Tradepost, isApiError${classes} } from '@tradepost/sdk';
    const tp = new Tradepost({ apiKey: 'tp_x', baseUrl: process.argv[2], maxRetries: 0 });
    const store = { read: () => undefined, write: () => {} };
    const follow = async (onRewound) => {
      for await (const _ of tp.events.follow({ store, onRewound })) break;
    };
    const told = [];
    const error = await follow((rewound) => told.push(rewound)).catch((thrown) => thrown);
    console.log(error.name, error.constructor.name, isApiError(error), isApiError(error, 'not_found'),
      isApiError(error, 'in_use'), told[0].name, told[0].constructor.name${check});`;
  const PROGRAMS = {
    'names.mjs': program('', ''),
    'classes.mjs': program(
      ', NotFoundError, FeedRewoundError, InUseError',
      ', error instanceof NotFoundError, told[0] instanceof FeedRewoundError, error instanceof InUseError',
    ),
  };
  const NAMES = 'NotFoundError NotFoundError true true false FeedRewoundError FeedRewoundError';
  const webpack = (entry: string, target: string) => `
    import webpack from 'webpack';
    webpack({ mode: 'production', target: 'node', entry: ${JSON.stringify(entry)}, experiments: { outputModule: true },
      output: { path: ${JSON.stringify(join(project, 'out'))}, filename: ${JSON.stringify(target)}, library: { type: 'module' } },
    }, (error, stats) => {
      if (error || stats.hasErrors()) throw error ?? new Error(stats.toString());
    });`;

  const BUNDLERS: Record<string, (entry: string, target: string) => Promise<unknown>> = {
    none: async () => undefined,
    esbuild: (entry, target) =>
      esbuild({
        entryPoints: [entry],
        outfile: join(project, 'out', target),
        bundle: true,
        minify: true,
        format: 'esm',
        platform: 'node',
        tsconfigRaw: {},
      }),
    'vite, for a server': (entry, target) =>
      vite({
        root: project,
        configFile: false,
        logLevel: 'error',
        ssr: { noExternal: true },
        build: {
          ssr: entry,
          minify: true,
          emptyOutDir: false,
          outDir: 'out',
          rollupOptions: { output: { entryFileNames: target } },
        },
      }),
    rollup: async (entry, target) => {
      const { nodeResolve } = await import(
        join(project, 'node_modules/@rollup/plugin-node-resolve/dist/es/index.js')
      );
      const bundle = await rollup({ input: entry, plugins: [nodeResolve()], onLog: () => {} });
      await bundle.write({ dir: join(project, 'out'), entryFileNames: target });
    },
    webpack: async (entry, target) => {
      await writeFiles(project, { 'webpack.mjs': webpack(entry, target) });
      await run('webpack.mjs');
    },
  };

  it.each(Object.keys(BUNDLERS))('and its name follow from the code; bundler: %s', async (bundler) => {
    const { baseUrl } = await refusing();
    await writeFiles(project, PROGRAMS);
    for (const [name, expected] of [
      ['names.mjs', `${NAMES}\n`],
      ['classes.mjs', `${NAMES} true true false\n`],
    ] as const) {
      const target = `${bundler.replace(/\W/g, '')}-${name}`;
      await BUNDLERS[bundler]!(join(project, name), target);
      expect(await run(bundler === 'none' ? name : join('out', target), baseUrl)).toBe(expected);
    }
  });

  it('holds between the ES module and the CommonJS copy, in both directions', async () => {
    const { baseUrl } = await refusing();
    await writeFiles(project, {
      'copies.mjs': `
        import { createRequire } from 'node:module';
        import * as esm from '@tradepost/sdk';
        import * as esmWebhooks from '@tradepost/sdk/webhooks';
        const require = createRequire(import.meta.url);
        const cjs = require('@tradepost/sdk');
        const cjsWebhooks = require('@tradepost/sdk/webhooks');
        const thrownBy = async ({ Tradepost }, { verify }) => {
          const options = { apiKey: 'tp_x', baseUrl: process.argv[2], maxRetries: 0 };
          const failing = () => Promise.reject(new TypeError('x'));
          const caught = (call) => call.then(() => { throw new Error('it did not throw'); }, (error) => error);
          const signed = { headers: {}, body: '{}', secret: 'x'.repeat(64) };
          return {
            NotFoundError: await caught(new Tradepost(options).me()),
            ConnectionError: await caught(new Tradepost({ ...options, fetch: failing }).me()),
            ConfigurationError: await caught(new Tradepost(options).me({ timeoutMs: -1 })),
            WebhookVerificationError: await caught(verify(signed)),
          };
        };
        const ofCode = ['ApiError', 'NotFoundError', 'TradepostError'];
        const is = { NotFoundError: ofCode, ConnectionError: ['ConnectionError', 'TradepostError'],
          ConfigurationError: ['ConfigurationError', 'TradepostError'],
          WebhookVerificationError: ['WebhookVerificationError', 'TradepostError'] };
        for (const [[own, ownWebhooks], [other, otherWebhooks]] of [[[esm, esmWebhooks], [cjs, cjsWebhooks]], [[cjs, cjsWebhooks], [esm, esmWebhooks]]]) {
          const classes = { ...other, ...otherWebhooks };
          if (other.ApiError === own.ApiError) throw new Error('there is only one copy');
          for (const [name, error] of Object.entries(await thrownBy(own, ownWebhooks)))
            for (const [type, value] of Object.entries(classes))
              if (/^[A-Z]\\w*Error$/.test(type) && (error instanceof value) !== is[name].includes(type))
                console.log(name, error instanceof value ? 'is' : 'is not', type);
          const refusal = await thrownBy(own, ownWebhooks).then(({ NotFoundError }) => NotFoundError);
          console.log(other.isApiError(refusal, 'not_found'), other.isApiError(refusal, 'in_use'));
        }`,
    });
    expect(await run('copies.mjs', baseUrl)).toBe('true false\ntrue false\n');
  });
});

describe('the stack of an error', () => {
  const program = (importing: string) => `${importing}
    const tp = new Tradepost({ apiKey: 'tp_x', baseUrl: process.argv[2], pace: true, maxRetries: 1, retryTiming: { minTimeout: 1 } });
    const store = { read: () => undefined, write: () => {} };
    const drain = async (rows) => { for await (const _ of rows); };
    const ways = {
      get: async () => await tp.products.get(1),
      withResponse: async () => await tp.products.get(1).withResponse(),
      iterated: () => drain(tp.products.list()),
      pages: () => drain(tp.products.list().pages()),
      toArray: async () => await tp.products.list().toArray({ limit: 9 }),
      rows: () => drain(tp.orders.export({ format: 'ndjson' })),
      text: async () => await tp.orders.export({ format: 'csv' }).text(),
      batchAll: () => drain(tp.products.batchAll([{ name: 'x', sku: 'x', price: 1 }])),
      follow: () => drain(tp.events.follow({ store })),
    };
    const main = async () => {
      for (const [name, way] of Object.entries(ways))
        await way().catch((error) => console.log(name, /caller\\.[mc]js/.test(error.stack)));
    };
    main();`;

  it.each([
    ['caller.mjs', `import { Tradepost } from '@tradepost/sdk';`],
    ['caller.cjs', `const { Tradepost } = require('@tradepost/sdk');`],
  ])("has the caller's file: %s", async (file, importing) => {
    const { baseUrl } = await refusing();
    await writeFiles(project, { [file]: program(importing) });
    const printed = await run(file, baseUrl);
    expect(printed.trim().split('\n')).toHaveLength(9);
    expect(printed).not.toContain('false');
  });
});

describe('another fetch', () => {
  const ROWS = '{"id":1}\n{"id":2}\n';

  it.each([
    ['undici', `import { fetch } from 'undici';`],
    ['node-fetch 3', `import fetch from 'node-fetch';`],
    ['node-fetch 2', `import fetch from 'node-fetch-2';`],
  ])('%s carries calls, refusals and exports', async (_name, importing) => {
    let broken = false;
    const { baseUrl } = await startServer((response, { url }) => {
      if (url?.includes('/me')) return json(response, 404, { code: 'not_found', detail: 'x' });
      if (!url?.includes('/exports')) return json(response, 200, { id: 1, name: 'Café' });
      response.writeHead(200, {
        'content-type': 'application/x-ndjson',
        ...(broken && { 'content-length': '99' }),
      });
      if (broken) response.write(ROWS, () => response.destroy());
      else response.end(ROWS);
      broken = true;
    });
    await writeFiles(project, {
      'fetch.mjs': `${importing}
        import { ConnectionError, NotFoundError, Tradepost } from '@tradepost/sdk';
        const tp = new Tradepost({ apiKey: 'tp_x', baseUrl: process.argv[2], fetch, maxRetries: 0 });
        const ids = [];
        console.log((await tp.products.get(1)).name);
        console.log(await tp.me().catch((error) => error instanceof NotFoundError));
        for await (const { id } of tp.orders.export({ format: 'ndjson' })) ids.push(id);
        console.log(ids.join());
        // node-fetch 2 doesn't say that the connection broke: its silence ends the export.
        const rows = tp.orders.export({ format: 'ndjson' }, { timeoutMs: 1_000 });
        console.log(await rows.text().catch((error) => error instanceof ConnectionError));`,
    });
    expect(await run('fetch.mjs', baseUrl)).toBe('Café\ntrue\n1,2\ntrue\n');
  });

  it('compiles without a cast, with the strictest flags', async () => {
    const compilerOptions = {
      ...STRICTEST,
      noEmit: true,
      module: 'nodenext',
      target: 'es2023',
      types: ['node'],
      skipLibCheck: true,
    };
    await writeFiles(project, {
      'fetch.mts': `
        import { type Fetch, Tradepost } from '@tradepost/sdk';
        import { Agent, fetch as undiciFetch } from 'undici';
        import nodeFetch from 'node-fetch';
        const dispatcher = new Agent();
        export const fetches: Fetch[] = [fetch, undiciFetch, nodeFetch, (url, init) => undiciFetch(url, { ...init, dispatcher })];
        export const tp = new Tradepost({ fetch: undiciFetch });
        // @ts-expect-error no response
        export const wrong: Fetch = async () => 7;`,
      'tsconfig.json': JSON.stringify({ compilerOptions, files: ['fetch.mts'] }),
    });
    expect(await output(project, tool('tsc'), '-p', '.')).toBe('');
  });
});

describe('FakeTradepost under fake timers', () => {
  /** The runners' own 5 s are short on a busy machine. One that hangs is ended by this file's limit. */
  const LONG_MS = 100_000;
  const body = `
    const fake = new FakeTradepost().once('getMe', rateLimited({ retryAfterSeconds: 50 })).once('getMe', refuseConnection());
    const tp = new Tradepost({ ...fake.options, pace: true });
    await tp.me();
    for (let n = 0; n < 400; n += 1) await tp.products.get(1001); // the plan's minute passes
    const ids = [];
    fake.on('listProducts', pages([1, 2, 3].map((id) => ({ ...fake.example('getProduct'), id }))));
    for await (const { id } of tp.products.list({ limit: 2 })) ids.push(id);
    for await (const { id } of tp.orders.export({ format: 'ndjson' })) ids.push(id);
    const store = { read: () => undefined, write: () => {} };
    const stop = new AbortController();
    fake.on('listEvents', () => (fake.callsOf('listEvents').length > 5 && stop.abort(), {}));
    for await (const { event_id } of tp.events.follow({ store, signal: stop.signal })) ids.push(event_id);
    if (ids.length < 5) throw new Error(ids.join());`;
  const imports = `import { Tradepost } from '@tradepost/sdk';
    import { FakeTradepost, pages, rateLimited, refuseConnection } from '@tradepost/sdk/testing';`;
  const required = imports.replace(/import (.*) from ('.*');/g, 'const $1 = require($2);');

  it.each<[string, Record<string, string>, string[]]>([
    [
      'vitest',
      {
        'vitest.test.mjs': `import { it, vi } from 'vitest';\n${imports}\nvi.useFakeTimers();\nit('runs', async () => {${body}}, ${LONG_MS});`,
      },
      [`${root}node_modules/vitest/vitest.mjs`, 'run', 'vitest.test.mjs'],
    ],
    [
      'node:test',
      {
        'node.test.mjs': `import test, { mock } from 'node:test';\nmock.timers.enable();\n${imports}\ntest('runs', async () => {${body}});`,
      },
      ['--test', 'node.test.mjs'],
    ],
    [
      'jest',
      {
        'jest.test.js': `jest.useFakeTimers();\n${required}\ntest('runs', async () => {${body}});`,
        'jest.config.json': `{"testMatch":["**/jest.test.js"],"fakeTimers":{"enableGlobally":true},"testTimeout":${LONG_MS}}`,
      },
      ['node_modules/jest/bin/jest.js', '--config', 'jest.config.json'],
    ],
  ])('of %s ends', async (_runner, files, args) => {
    await writeFiles(project, files);
    await run(args[0]!, ...args.slice(1));
  });
});
