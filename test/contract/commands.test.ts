import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Command, commandsIn, filesBelow, missingIn } from './commands.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const commandsOf = (file: string): Command[] => commandsIn(readFileSync(join(root, file), 'utf8'));
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'openapi/README.md', 'deploy/README.md'];

it.each([...DOCUMENTS, ...filesBelow('docs', '.md')])('names only commands that exist in %s', (file) => {
  const missing = commandsOf(file).map((command) => [command.line, ...missingIn(command)]);
  expect(missing.filter(({ length }) => length > 1)).toEqual([]);
});

it('finds commands in the documents', () => {
  for (const file of DOCUMENTS) expect(commandsOf(file).length).toBeGreaterThan(1);
});

describe('missingIn', () => {
  it.each([
    ['npm run gone', ['the script gone']],
    ['npm run generate -- --chek', ['--chek']],
    ['npm run generate -- --check', []],
    ['npm run diff:openapi -- --accept', []],
    ['npm test -- test/contract/gone.test.ts', ['test/contract/gone.test.ts']],
    ['npm test -- test/contract/commands.test.ts -t "names only"', []],
    ['npm test -- test/contract/versions.test.ts -t "no such title"', ['a test with no such title']],
    ['npm test -- --no-file-parallelism --inspect-brk', []],
    ['npm test -- --no-file-paralelism', ['--no-file-paralelism']],
    [`npm run program ${'gone'}`, ['the program gone']],
    ['npm run program help chaos', []],
    ['npx redocly score generated/openapi.json --operation-details', []],
    ['npx redocly score generated/open.json --operation-detail', ['generated/open.json']],
    ['npx redocly bundle openapi/v1.yaml --outputs=a', ['--outputs=a']],
    ['npx tsx --inspect-brk server/cly.ts serve', ['server/cly.ts']],
  ])('of %s', (code, missing) => {
    expect(commandsIn(`\`${code}\``).flatMap(missingIn)).toEqual(missing);
  });
});

/**
 * Those that take a second and that no other test runs. Others run redocly: `bundle` by `npm run generate`, `diff` with the same
 * configuration in breaking-changes.test.ts.
 */
describe('runs', () => {
  const isQuick = ({ words: [tool, verb, name, ...rest] }: Command): boolean =>
    tool === 'npm' && verb === 'run' && name === 'program' && rest.includes('help');
  const quick = ['CONTRIBUTING.md', 'openapi/README.md'].flatMap(commandsOf).filter(isQuick);

  it.each(quick.map(({ words }) => [words.join(' '), words] as const))('%s', (_, [tool, ...words]) => {
    expect(() => execFileSync(tool!, words, { cwd: root, stdio: 'pipe' })).not.toThrow();
  });
});
