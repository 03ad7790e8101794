import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from './run.ts';

const FOLDER = join(root, 'openapi/translations');

/** A text of the contract in Portuguese; in English while it has no translation. */
export type Translate = (english: string) => string;

/** Where lines are broken doesn't matter. */
const keyOf = (english: string): string => english.replaceAll(/\s+/g, ' ').trim();

/** The Portuguese text of each English one that the reference shows. */
export function translations(): ReadonlyMap<string, string> {
  const entries = readdirSync(FOLDER).flatMap((file) => {
    const text = readFileSync(join(FOLDER, file), 'utf8');
    return parse(text) as { readonly en: string; readonly pt: string }[];
  });
  return new Map(entries.map(({ en, pt }) => [keyOf(en), pt]));
}

/** `onUsed` is told of each text that is asked for. */
export function translator(texts: ReadonlyMap<string, string>, onUsed?: (key: string) => void): Translate {
  return (english) => {
    const key = keyOf(english);
    if (key !== '') onUsed?.(key);
    return texts.get(key) ?? english;
  };
}
