import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const file = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const README = file('README.md');
const { scripts } = JSON.parse(file('package.json')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

it.each(['README.md', 'CONTRIBUTING.md', 'deploy/README.md'])(
  'names only scripts that exist in %s',
  (name) => {
    const named = [...file(name).matchAll(/\bnpm run\s+([\w:-]+)/g)].map(([, script]) => script!);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
  },
);

it('names each long proof of operating the service in README.md', () => {
  const proofs = ['rolling', 'failover', 'soak', 'growth', 'capacity', 'upgrade'].map(
    (name) => `program ${name}`,
  );
  expect([...proofs, 'test:partitioned'].filter((script) => !README.includes(`npm run ${script}\``))).toEqual(
    [],
  );
});

it('links every page of docs/ in README.md', () => {
  const pages = readdirSync(new URL('../../docs', import.meta.url)).filter((name) => name.endsWith('.md'));
  expect(pages.filter((page) => !README.includes(`(docs/${page})`))).toEqual([]);
});
