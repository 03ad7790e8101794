import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const file = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const README = file('README.md');

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
