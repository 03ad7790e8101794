import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
// @ts-expect-error: what shapes the bundle is written in JavaScript, for Redocly
import { openRows } from './bundle/open-rows.js';
import { inScratchFolder, mustSucceed, redocly } from './run.ts';

/** Bundles the contract, `v1` or the file of another one, into a file. */
export function bundleContract(contract: string, file: string): void {
  mustSucceed(redocly('bundle', contract, '--config=openapi/redocly.yaml', `--output=${file}`));
  const bundle = JSON.parse(readFileSync(file, 'utf8'));
  openRows(bundle);
  writeFileSync(file, JSON.stringify(bundle, null, 2));
}

/** Calls a function with a new bundle, which is removed afterwards. */
export function withBundle<T>(contract: string, use: (file: string) => T): T {
  return inScratchFolder((folder) => {
    const file = join(folder, 'openapi.json');
    bundleContract(contract, file);
    return use(file);
  });
}
