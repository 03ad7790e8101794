import { join } from 'node:path';
import { inScratchFolder, mustSucceed, redocly } from './run.ts';

/** Bundles the contract, `v1` or the file of another one, into a file. */
export function bundleContract(contract: string, file: string): void {
  mustSucceed(redocly('bundle', contract, '--config=openapi/redocly.yaml', `--output=${file}`));
}

/** Calls a function with a new bundle, which is removed afterwards. */
export function withBundle<T>(contract: string, use: (file: string) => T): T {
  return inScratchFolder((folder) => {
    const file = join(folder, 'openapi.json');
    bundleContract(contract, file);
    return use(file);
  });
}
