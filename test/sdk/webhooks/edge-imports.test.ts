import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { expect, it } from 'vitest';

/** Without types, which aren't imported at run time. */
const { output } = await cruise(['sdk/src'], {
  tsPreCompilationDeps: false,
  doNotFollow: { path: 'node_modules' },
});
const imports = new Map(
  (output as ICruiseResult).modules.map(({ source, dependencies }) => [
    source,
    dependencies.map(({ resolved }) => resolved),
  ]),
);

/** The files and packages that a file imports, directly or indirectly. */
function reachedFrom(file: string, reached = new Set<string>()): Set<string> {
  for (const to of imports.get(file) ?? []) {
    if (reached.has(to)) continue;
    reached.add(to);
    reachedFrom(to, reached);
  }
  return reached;
}

const reachedFromEntry = (file: string) => [...reachedFrom(`sdk/src/webhooks/${file}.ts`)];
const outside = (file: string): string[] => reachedFromEntry(file).filter((to) => !to.startsWith('sdk/src/'));

it.each([
  'index.edge',
  'adapters/express',
  'adapters/fetch',
  'adapters/node',
  'inbox/index',
  'stores/memory',
  'stores/postgres',
  'stores/redis',
  'testing/index',
])('%s imports no Node module and no package', (file) => {
  expect(reachedFromEntry(file).length).toBeGreaterThan(0);
  expect(outside(file)).toEqual([]);
});

it('index imports node:crypto and nothing else from outside', () => {
  expect(outside('index')).toEqual(['crypto']);
});
