import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ORDER } from './import-rules.mjs';

const namesIn = (folder: string): string[] =>
  readdirSync(new URL(`../../${folder}`, import.meta.url))
    .filter((name) => !/[.](md|json)$/.test(name))
    .map((name) => name.replace(/[.]tsx?$/, ''))
    .sort();
const listed = (lines: readonly string[]): string[] => lines.flatMap((line) => line.split(' ')).sort();

it.each(Object.entries(ORDER))('has what lies in %s in one place from top to bottom', (folder, lines) => {
  expect(listed(lines)).toEqual(namesIn(folder));
});

it('has an order for each layer of the server', () => {
  const layers = listed(ORDER.server!).filter((name) => name !== 'cli');
  expect(Object.keys(ORDER)).toEqual(expect.arrayContaining(layers.map((name) => `server/${name}`)));
});
