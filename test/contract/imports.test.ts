import { describe, expect, it } from 'vitest';
import { importViolations, layersOf, PURE } from './import-rules.ts';
import { importsBelow, importsOf } from './read-imports.ts';

const imports = importsBelow('server', 'sdk/src', 'openapi');
const files = [...new Set(imports.map(({ from }) => from))];

it('reads the whole house, with every file that is said to be a rule', () => {
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

it('puts each file of the server on one line', () => {
  const ofServer = files.filter((file) => file.startsWith('server/'));
  expect(ofServer.filter((file) => layersOf(file).length !== 1)).toEqual([]);
});

it('keeps every rule of who may import whom', () => {
  expect(importViolations(imports)).toEqual([]);
});

describe('an import', () => {
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
  it.each(spellings)('is seen in %s', (text, typeOnly) => {
    const found = importsOf('server/orders/totals.ts', text);
    expect(found).toContainEqual({
      from: 'server/orders/totals',
      to: 'server/http/body/read-body',
      typeOnly,
    });
  });
});
