import { readFileSync } from 'node:fs';
import type { Locale } from '../../kit/index.ts';
import { LANGUAGES, type Language } from './languages.ts';
import { comments } from './words.ts';

/** TypeScript under its own name would be compiled with the server, which doesn't import the SDK. */
const pathOf = (file: string): string => `./snippets/${file.endsWith('.ts') ? `${file}.txt` : file}`;
const sources = new Map(
  LANGUAGES.map(({ file }) => [file, readFileSync(new URL(pathOf(file), import.meta.url), 'utf8')]),
);

interface Endpoint {
  readonly id: number;
  readonly url: string;
}

/** A program that receives and verifies the endpoint's deliveries. It reads the secret from its environment. */
export function snippetFor({ file }: Language, { id, url }: Endpoint, locale: Locale): string {
  const { origin, pathname } = new URL(url);
  const values: Readonly<Record<string, string>> = {
    ...comments[locale],
    // Without the query, which often holds a token, and which could hold a backslash. Java reads \u even in comments.
    endpoint: `${locale === 'pt' ? 'Endpoint de webhook' : 'Webhook endpoint'} ${id}: ${origin}${pathname}`,
  };
  return sources
    .get(file)!
    .replaceAll(`'{{path}}'`, () => `'${pathname.replaceAll(`'`, `\\'`)}'`)
    .replaceAll('{{path}}', () => pathname)
    .replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name]!);
}
