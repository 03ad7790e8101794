import { expect, it } from 'vitest';
import { importsBelow } from '../../contract/read-imports.ts';

const imports = importsBelow('sdk/src');

/** The files and packages that a file imports at run time, directly or indirectly. */
function reachedFrom(file: string, reached = new Set<string>()): Set<string> {
  for (const { to } of imports.filter(({ from, typeOnly }) => from === file && !typeOnly)) {
    if (reached.has(to)) continue;
    reached.add(to);
    reachedFrom(to, reached);
  }
  return reached;
}

const outside = (file: string): string[] =>
  [...reachedFrom(`sdk/src/webhooks/${file}`)].filter((to) => !to.startsWith('sdk/src/'));

it.each([
  'index.edge',
  'adapters/express',
  'adapters/fetch',
  'adapters/node',
  'stores/memory',
  'stores/postgres',
  'stores/redis',
  'testing/index',
])('%s imports no Node module and no package', (file) => {
  expect(reachedFrom(`sdk/src/webhooks/${file}`).size).toBeGreaterThan(0);
  expect(outside(file)).toEqual([]);
});

it('index imports node:crypto and nothing else from outside', () => {
  expect(outside('index')).toEqual(['node:crypto']);
});
