import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SDK_EXAMPLE } from '../../../openapi/pages/start.ts';
import { codeBlocks, guides } from '../../support/guides.ts';
import { compileErrors } from '../compile.ts';
import { PREAMBLE } from './snippet-preamble.ts';

const markdown = readFileSync(new URL('../../../sdk/WEBHOOKS.md', import.meta.url), 'utf8');
const snippets = [...markdown.matchAll(/```(?:ts|js)\n(.*?)```/gs)].map(([, code]) => code!);

/** Those of /docs and its guides. They are compiled with the others, since most of the time goes into the SDK's types. */
const ofDocs = [
  SDK_EXAMPLE,
  ...codeBlocks(Object.values(guides.en).join('\n')).flatMap(({ language, code }) =>
    language === 'ts' ? [code] : [],
  ),
];

it('every snippet of WEBHOOKS.md, of /docs and of its guides compiles', { timeout: 600_000 }, () => {
  const sources = Object.fromEntries(
    [...snippets, ...ofDocs].map((code, n) => [`test/sdk/webhooks/snippet-${n}.ts`, `${code}\nexport {};\n`]),
  );
  expect(snippets.length).toBe(8);
  expect(ofDocs.length).toBe(6);
  const errors = compileErrors({ 'test/sdk/webhooks/preamble.ts': PREAMBLE, ...sources });
  expect(Object.entries(errors).filter(([, found]) => found.length > 0)).toEqual([]);
});
