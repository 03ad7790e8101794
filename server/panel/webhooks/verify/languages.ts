import { readFileSync } from 'node:fs';
import type { EndpointDetails } from '../../../webhooks/endpoints/find-endpoints.ts';
import type { Locale } from '../../kit/index.ts';
import { comments } from './words.ts';

export interface Language {
  /** In the page's address: ?language=python. */
  readonly id: string;
  readonly name: string;
  /** The name under which the reader saves the program, and that of its file in snippets/. */
  readonly file: string;
  readonly run: string;
}

const RUN_TYPESCRIPT = 'npm install @tradepost/sdk\nnpx tsx receiver.ts';
const RUN_OPENSSL = 'bash verify.sh "$timestamp" "$signature" < body.json';

export const LANGUAGES: readonly [Language, ...Language[]] = [
  { id: 'typescript', name: 'TypeScript', file: 'receiver.ts', run: RUN_TYPESCRIPT },
  { id: 'python', name: 'Python', file: 'receiver.py', run: 'python3 receiver.py' },
  { id: 'php', name: 'PHP', file: 'receiver.php', run: 'php -S 127.0.0.1:4000 receiver.php' },
  { id: 'java', name: 'Java', file: 'Receiver.java', run: 'java Receiver.java' },
  { id: 'go', name: 'Go', file: 'receiver.go', run: 'go run receiver.go' },
  { id: 'openssl', name: 'openssl', file: 'verify.sh', run: RUN_OPENSSL },
];

/** The language of `?language=`, or the first. */
export const languageOf = (id: string): Language =>
  LANGUAGES.find((language) => language.id === id) ?? LANGUAGES[0];

/** TypeScript under its own name would be compiled with the server, which doesn't import the SDK. */
const pathOf = (file: string): string => `./snippets/${file.endsWith('.ts') ? `${file}.txt` : file}`;
const sources = new Map(
  LANGUAGES.map(({ file }) => [file, readFileSync(new URL(pathOf(file), import.meta.url), 'utf8')]),
);

/** A program that receives and verifies the endpoint's deliveries. It reads the secret from its environment. */
export function snippetFor(
  { file }: Language,
  { id, url }: Pick<EndpointDetails, 'id' | 'url'>,
  locale: Locale,
): string {
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
