import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.ts';

const FOLDER = join(root, 'openapi/guides');
const SUFFIX = '.md';

/** The Markdown of each chapter, by language and file name without suffix. */
export const guides = (): Record<string, Record<string, string>> =>
  Object.fromEntries(readdirSync(FOLDER).map((language) => [language, chapters(join(FOLDER, language))]));

function chapters(path: string): Record<string, string> {
  const files = readdirSync(path).filter((file) => file.endsWith(SUFFIX));
  return Object.fromEntries(
    files.map((file) => [file.slice(0, -SUFFIX.length), readFileSync(join(path, file), 'utf8')]),
  );
}
