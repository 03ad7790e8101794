import { readFileSync } from 'node:fs';
import type { Locale } from '../../kit/language/locale.ts';
import { LANGUAGES, type Language } from './languages.ts';
import { comments } from './words.ts';

const sources = new Map(
  LANGUAGES.map(({ source }) => [
    source,
    readFileSync(new URL(`./snippets/${source}`, import.meta.url), 'utf8'),
  ]),
);

interface Endpoint {
  readonly id: number;
  readonly url: string;
}

/** A program that receives and verifies the endpoint's deliveries. It reads the secret from its environment. */
export function snippetFor({ source }: Language, { id, url }: Endpoint, locale: Locale): string {
  const { origin, pathname } = new URL(url);
  const values: Readonly<Record<string, string>> = {
    ...comments[locale],
    // Without the query, which often holds a token, and which could hold a backslash. Java reads \u even in comments.
    endpoint: `${locale === 'pt' ? 'Endpoint de webhook' : 'Webhook endpoint'} ${id}: ${origin}${pathname}`,
  };
  return sources
    .get(source)!
    .replaceAll(`'{{path}}'`, () => `'${pathname.replaceAll(`'`, `\\'`)}'`)
    .replaceAll('{{path}}', () => pathname)
    .replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name]!);
}
