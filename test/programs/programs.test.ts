import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { checkout } from '../contract/paths/repository.ts';
import { PROGRAMS } from './programs.ts';

const { files, has } = checkout();

interface Finding {
  readonly file: string;
  readonly name: string;
}

/** What a pattern finds in the files that another matches. */
const findings = (where: RegExp, what: RegExp): Finding[] =>
  files
    .filter((file) => where.test(file))
    .map((file) => ({ file, text: readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8') }))
    .flatMap(({ file, text }) => [...text.matchAll(what)].map(([, name]) => ({ file, name: name! })));
const found = (where: RegExp, what: RegExp): string[] => findings(where, what).map(({ name }) => name);

it.each(PROGRAMS)('$name has its files', ({ file, tests = [] }) => {
  const own = file
    ? [new URL(file[0], 'file:///test/programs/').pathname.slice(1)]
    : tests.filter((each) => each.endsWith('.test.ts'));
  expect(own.length).toBeGreaterThan(0);
  expect(own.filter((each) => !has(each))).toEqual([]);
});

it('has every program that a document or a comment names', () => {
  const named = found(/^(?!generated).*[.](md|ts)$/, /npm run program (?:-- )?(?!help)([a-z][a-z:-]*)/g);
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((name) => !PROGRAMS.some((program) => program.name === name))).toEqual([]);
});

// The compiler doesn't see them, and the programs run rarely: three of them couldn't start after their modules had moved.
it('has a source for each module that a program takes from the build', () => {
  const built = found(/^test\/programs\/.*[.][jt]s$/, /dist\/(server\/[\w/.-]+)\.js/g);
  expect(built.length).toBeGreaterThan(3);
  expect(built.filter((name) => !has(`${name}.ts`))).toEqual([]);
});

it('has what the tests and programs name by a path from their own folder', () => {
  const named = findings(/^test\/(?!contract\/paths).*[.][jt]s$/, /new URL\(\s*['`]([.]{2}\/[^'`$]*)/g);
  expect(named.length).toBeGreaterThan(30);
  const isThere = (path: string): boolean =>
    /^(sdk\/)?dist\//.test(path) || path === '' || files.some((file) => file.startsWith(path));
  const missing = named.filter(
    ({ file, name }) => !isThere(new URL(name, `file:///${file}`).pathname.slice(1)),
  );
  expect(missing).toEqual([]);
});
