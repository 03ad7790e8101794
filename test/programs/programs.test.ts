import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { checkout } from '../contract/paths/repository.ts';
import { PROGRAMS } from './programs.ts';

const { files, has } = checkout();

/** What a pattern finds in the files that another matches. */
const found = (where: RegExp, what: RegExp): string[] =>
  files
    .filter((file) => where.test(file))
    .map((file) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'))
    .flatMap((text) => [...text.matchAll(what)].map(([, name]) => name!));

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
