import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { bundle } from '../../server/base/contract.ts';

const manifest = (folder: string) =>
  JSON.parse(readFileSync(new URL(`../../${folder}package.json`, import.meta.url), 'utf8')) as {
    readonly version: string;
    readonly tradepost?: { readonly contract: string };
  };

it('the API and the service share a number, and the SDK names the one that it was made from', () => {
  const { version } = bundle.info as { readonly version?: string };
  expect([manifest('').version, manifest('sdk/').tradepost?.contract]).toEqual([version, version]);
});
