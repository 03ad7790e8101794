import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { expect, it } from 'vitest';
import rules, { ORDER } from './import-rules.mjs';

const namesIn = (folder: string): string[] =>
  readdirSync(new URL(`../../${folder}`, import.meta.url))
    .filter((name) => !/[.](md|json)$/.test(name))
    .map((name) => name.replace(/[.]tsx?$/, ''))
    .sort();
const listed = (lines: readonly string[]): string[] => lines.flatMap((line) => line.split(' ')).sort();

it.each(Object.entries(ORDER))('has what lies in %s in one place from top to bottom', (folder, lines) => {
  expect(listed(lines)).toEqual(namesIn(folder));
});

it('has an order for each layer of the server', () => {
  const layers = listed(ORDER.server!).filter((name) => name !== 'cli');
  expect(Object.keys(ORDER)).toEqual(expect.arrayContaining(layers.map((name) => `server/${name}`)));
});

/** The rules that an import breaks, in a checkout that has nothing else. */
async function brokenBy(from: string, to: string, typeOnly = false): Promise<string[]> {
  const root = mkdtempSync(path.join(tmpdir(), 'imports-'));
  try {
    const write = (file: string, text: string): void => {
      mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
    };
    const isFile = /[.]tsx?$/.test(to);
    const specifier = isFile ? path.posix.join('.', path.posix.relative(path.posix.dirname(from), to)) : to;
    if (isFile) write(to, 'export const b = 1;\n');
    const name = isFile && !specifier.startsWith('.') ? `./${specifier}` : specifier;
    write(from, `import ${typeOnly ? 'type ' : ''}{ b } from '${name}';\nexport const a = () => b;\n`);
    const { tsPreCompilationDeps, enhancedResolveOptions } = rules.options;
    const { output } = await cruise(['.'], {
      baseDir: root,
      validate: true,
      ruleSet: { forbidden: rules.forbidden },
      tsPreCompilationDeps,
      enhancedResolveOptions,
    } as Parameters<typeof cruise>[1]);
    return (output as ICruiseResult).summary.violations.map(({ rule }) => rule.name);
  } finally {
    rmSync(root, { recursive: true });
  }
}

const refused: [from: string, to: string, rule: RegExp, typeOnly?: boolean][] = [
  ['server/db/pool/pool.ts', 'server/trade/orders/store.ts', /^server: db/],
  ['server/base/contract.ts', 'server/accounts/api-keys/store.ts', /^server: base/, true],
  ['server/webhooks/worker.ts', 'server/trade/orders/store.ts', /^server: webhooks trade/],
  ['server/api/api.ts', 'server/main/context.ts', /^server: api panel/, true],
  ['server/db/wire/a.ts', 'server/db/pool/pool.ts', /^server\/db: sql wire/],
  ['server/trade/pricing/a.ts', 'server/trade/orders/b.ts', /^server\/trade: pricing/],
  ['server/db/wire/a.ts', 'server/db/sql/b.ts', /^server\/db: sql wire/],
  ['server/db/pool/pool.ts', 'pg-protocol', /pg's inside/],
  ['server/db/pool/pool.ts', 'pg-pool', /pg's inside/, true],
  ['server/main/log.ts', 'pg/lib/query', /pg's inside/],
  ['server/db/pool/pool.ts', 'server/db/wire/prepared-query.ts', /db\/wire is used/],
  ['server/api/validation/a.ts', 'express-openapi-validator', /only validation/],
  ['server/api/validation/a.ts', 'server/api/validation/contract-validator/validator-spec.ts', /one door/],
  ['server/trade/orders/store.ts', 'server/events/store.ts', /outbox alone/],
  ['server/trade/orders/store.ts', 'express', /knows no HTTP/],
  ['server/panel/requests/page.tsx', 'server/db/sql/statement.ts', /no SQL/],
  ['server/trade/orders/rules/totals.ts', 'server/db/querier.ts', /rules do no I\/O/],
  ['server/api/dispatch.ts', 'server/trade/orders/handlers.ts', /only operations/],
  ['server/base/money.ts', 'node:fs', /do no I\/O/],
  ['server/trade/orders/a.ts', 'generated/openapi.ts', /only base\/contract/, true],
  ['server/base/contract.ts', 'generated/openapi.ts', /only as types/],
  ['server/main/roles/a.ts', 'test/support/a.ts', /no tests/],
  ['sdk/src/index.ts', 'server/base/money.ts', /^the sdk imports/],
  ['sdk/src/errors/problem.ts', 'sdk/src/transport/hooks.ts', /^sdk\/src: errors/],
  [
    'sdk/src/webhooks/stores/memory.ts',
    'sdk/src/webhooks/receiver/receiver.ts',
    /^sdk\/src\/webhooks: stores/,
  ],
  ['openapi/generate.ts', 'server/base/contract.ts', /tools of the contract/],
];
it.each(refused)('refuses that %s imports %s', async (from, to, rule, typeOnly = false) => {
  expect(await brokenBy(from, to, typeOnly)).toContainEqual(expect.stringMatching(rule));
});

const allowed: [from: string, to: string, typeOnly?: boolean][] = [
  ['server/db/pool/pool.ts', 'server/db/pool/pool-metrics.ts'],
  ['server/db/wire/byte-parser.ts', 'pg-protocol'],
  ['server/db/pool/pool.ts', 'pg'],
  ['server/db/pool/pool.ts', 'server/db/wire/pg-client.ts'],
  ['server/trade/orders/store.ts', 'server/events/outbox.ts'],
  ['server/trade/orders/rules/totals.ts', 'server/db/querier.ts', true],
  ['server/webhooks/send/http-post.ts', 'undici'],
];
it.each(allowed)('lets %s import %s', async (from, to, typeOnly = false) => {
  expect(await brokenBy(from, to, typeOnly)).toEqual([]);
});

it('finds every test that opens a browser under the name that npm run test:browser looks for', () => {
  const root = new URL('../', import.meta.url);
  const tests = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => !file.includes('node_modules') && file.endsWith('.test.ts'),
  );
  const opening = tests.filter((file) =>
    /support\/browser\.ts'/.test(readFileSync(new URL(file, root), 'utf8')),
  );
  expect(opening.length).toBeGreaterThan(5);
  expect(opening.filter((file) => !file.endsWith('.browser.test.ts'))).toEqual([]);
});
