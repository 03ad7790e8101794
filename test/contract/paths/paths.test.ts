import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EXCEPTIONS, MADE_UP } from './exceptions.ts';
import { headingIds } from './headings.ts';
import { type MissingPath, missingPaths } from './missing-paths.ts';
import { checkout, ignoredByGit, repositoryOf } from './repository.ts';

const READ = /\.(md|tsx?|js|sql|ya?ml|sh)$|^\.ci\/run$|(^|\/)(package|tsconfig[\w.]*|biome)\.json$/;
const GENERATED = /^generated\//;

const read = (file: string): string => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
const repository = checkout();
const files = repository.files.filter((file) => READ.test(file) && !GENERATED.test(file));
const missing = files
  .filter((file) => !MADE_UP.includes(file))
  .flatMap((file) => missingPaths(repository, file, read));

const placeOf = ({ file, line, written }: MissingPath): string => `${file}:${line}: ${written}`;

it('finds each file and folder that documents, comments and strings name', () => {
  const unexpected = missing.filter(({ path }) => !EXCEPTIONS.has(path));
  const ignored = ignoredByGit(unexpected.flatMap(({ candidates }) => candidates));
  const lost = unexpected.filter(({ candidates }) => !candidates.some((path) => ignored.has(path)));
  expect([...new Set(lost.map(placeOf))]).toEqual([]);
});

it('has no exception that nothing needs any more', () => {
  const named = new Set(missing.map(({ path }) => path));
  expect([...EXCEPTIONS.keys()].filter((path) => !named.has(path))).toEqual([]);
  expect(MADE_UP.filter((file) => !files.includes(file))).toEqual([]);
});

describe('missingPaths', () => {
  const GUIDE = '# Limits\n\n## Per key\n\n## Per key\n\n```\n# not a heading\n```\n';
  const small = repositoryOf([
    'docs/limits.md',
    'server/webhooks/outbox.ts',
    'server/db/documents/orders.sql',
  ]);
  const missingIn = (file: string, text: string): string[] =>
    missingPaths(small, file, (name) => (name === file ? text : GUIDE)).map(placeOf);

  it.each([
    [
      'README.md',
      'See [limits](docs/limits.md#per-key-1), `webhooks/outbox.ts`, `documents/` and `outbox.ts`.',
    ],
    [
      'docs/limits.md',
      '# Limits\n\n[here](#limits), [code](../server/webhooks/outbox.ts), [web](https://example.com/a.md)',
    ],
    ['README.md', '`[a](gone.md)` is code, and so is\n```\n[a](gone.md)\n```'],
    ['server/a.ts', "// See server/db/documents/orders.sql.\nimport { a } from './webhooks/outbox.ts';"],
    ['server/a.ts', "const file = 'server/webhooks/outbox'; 'server/webhooks/*.ts'; 'docs/NAME';"],
    [
      'test/a.ts',
      "new URL('../server/webhooks/outbox.ts', import.meta.url); // a URL: https://a.example/b.ts",
    ],
    ['CHANGELOG.md', '## Unreleased\n\n`outbox.ts`\n\n## 1.0.0\n\n`gone.ts` and [gone](docs/gone.md)'],
  ])('finds what %s names in %j', (file, text) => {
    expect(missingIn(file, text)).toEqual([]);
  });

  it.each([
    ['README.md', '\n[a](docs/gone.md)', 'README.md:2: docs/gone.md'],
    ['docs/a.md', '[a](limits.md#per-tenant)', 'docs/a.md:1: limits.md#per-tenant'],
    ['docs/a.md', '[a](limits.md#not-a-heading)', 'docs/a.md:1: limits.md#not-a-heading'],
    ['docs/a.md', '[a](#gone)', 'docs/a.md:1: #gone'],
    ['docs/a.md', 'In `claim.ts`,', 'docs/a.md:1: claim.ts'],
    ['docs/a.md', 'in `queue/outbox.ts`', 'docs/a.md:1: queue/outbox.ts'],
    ['docs/a.md', 'and in `queue/`', 'docs/a.md:1: queue/'],
    ['CHANGELOG.md', '## Unreleased\n\n`gone.ts`\n', 'CHANGELOG.md:3: gone.ts'],
    ['package.json', '"a": "tsx test/gone/a.ts"', 'package.json:1: test/gone/a.ts'],
    ['server/a.ts', '// As orders/gone.sql has it.', 'server/a.ts:1: orders/gone.sql'],
    ['server/a.ts', "read('../documents/gone.sql')", 'server/a.ts:1: ../documents/gone.sql'],
    ['test/a.ts', "const file = 'server/webhooks/gone.ts';", 'test/a.ts:1: server/webhooks/gone.ts'],
    ['test/a.ts', `import('server/gone/\${name}.ts')`, 'test/a.ts:1: server/gone/'],
    ['deploy/a.yaml', 'runbook: docs/limits.md#gone', 'deploy/a.yaml:1: docs/limits.md#gone'],
  ])('says that what %s names in %j is missing', (file, text, place) => {
    expect(missingIn(file, text)).toContain(place);
  });

  it('numbers headings of the same text as GitHub does', () => {
    expect([...headingIds(`${GUIDE}### \`--key\`, and [more](a.md): 3 %`)]).toEqual([
      'limits',
      'per-key',
      'per-key-1',
      '--key-and-more-3-',
    ]);
  });
});
