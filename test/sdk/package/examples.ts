import { readFileSync } from 'node:fs';

/** What every example of the README may take for granted: its first one, but for what that prints. */
const CLIENT = `import { Tradepost } from '@tradepost/sdk';
const tp = new Tradepost({
  apiKey: process.env.TRADEPOST_API_KEY ?? '',
  baseUrl: process.env.TRADEPOST_URL ?? 'http://localhost:3000',
});
`;

export interface Example {
  /** The heading that it stands under, and its place in the document. */
  readonly name: string;
  readonly file: string;
  readonly text: string;
}

/** The TypeScript of a document, each piece as a program of its own. */
export function examplesOf(document: URL): Example[] {
  const pieces = readFileSync(document, 'utf8').matchAll(/^#+ ([^\n]+)$|^```ts\n(.*?)^```$/gms);
  const examples: Example[] = [];
  let heading = '';
  for (const [, title, code] of pieces) {
    if (title !== undefined) heading = title;
    if (code === undefined) continue;
    const number = examples.length + 1;
    const text = (/\btp\b/.test(code) && !/\btp =/.test(code) ? CLIENT : '') + code;
    examples.push({
      name: `${number}: ${heading}`,
      file: `example-${number}.mts`,
      text: `${text}export {};\n`,
    });
  }
  return examples;
}
