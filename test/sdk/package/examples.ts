import { readFileSync } from 'node:fs';

/** What every example of the README assumes: the client of the first one. */
const CLIENT = `import { Tradepost } from '@tradepost/sdk';
const tp = new Tradepost();
`;

export interface Example {
  /** Its number in the document and the heading above it. */
  readonly name: string;
  readonly file: string;
  readonly text: string;
}

/** The TypeScript blocks of a document, each as a program. */
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
