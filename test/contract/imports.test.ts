import { describe, expect, it } from 'vitest';
import { importViolations, layersOf, PURE } from './import-rules.ts';
import { importsBelow, importsOf } from './read-imports.ts';

const imports = importsBelow('server', 'sdk/src', 'openapi');
const files = [...new Set(imports.map(({ from }) => from))];

it('reads the imports of the server, the SDK and the contract tools, including every pure file', () => {
  expect(files).toEqual(
    expect.arrayContaining([
      'server/service',
      'sdk/src/index',
      'openapi/lint/plugin',
      'openapi/generate',
      ...PURE,
    ]),
  );
});

it('assigns each file of the server to exactly one layer', () => {
  const ofServer = files.filter((file) => file.startsWith('server/'));
  expect(ofServer.filter((file) => layersOf(file).length !== 1)).toEqual([]);
});

it('finds no import that breaks a rule', () => {
  expect(importViolations(imports)).toEqual([]);
});

it('finds every test that opens a browser under the name that npm run test:browser looks for', () => {
  const ofTests = importsBelow('test/contract', 'test/panel', 'test/sdk', 'test/server');
  const opening = ofTests.filter(({ from, to }) => to === 'test/support/browser' && from.endsWith('.test'));
  expect(opening.length).toBeGreaterThan(5);
  expect(opening.filter(({ from }) => !from.endsWith('.browser.test'))).toEqual([]);
});

describe('importsOf', () => {
  const spellings: [string, boolean][] = [
    ["import { a } from '../http/body/read-body.ts';", false],
    ["import { type A } from '../http/body/read-body.ts';", false],
    ["import type { A } from '../http/body/read-body.ts';", true],
    ["import '../http/body/read-body.ts';", false],
    ["export * from '../http/body/read-body.ts';", false],
    ["export type { A } from '../http/body/read-body.ts';", true],
    ["const { a } = await import('../http/body/read-body.ts');", false],
    ["let a: import('../http/body/read-body.ts').A;", true],
  ];
  it.each(spellings)('finds the import in %s', (text, typeOnly) => {
    const found = importsOf('server/orders/totals.ts', text);
    expect(found).toContainEqual({
      from: 'server/orders/totals',
      to: 'server/http/body/read-body',
      typeOnly,
    });
  });
});
