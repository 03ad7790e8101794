import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Document } from '../document.ts';
import { root } from '../run.ts';
import { FakeContract } from './fake-contract.ts';
import { sdkResources, sdkTypes } from './generate-sdk.ts';
import { OperationTypes } from './operation-types.ts';

/** The files of the SDK that are derived from the contract, by their place in the project. */
export function sdkFiles(document: Document): Record<string, string> {
  const sources = {
    ...sdkResources(document),
    'sdk/src/testing/operations.ts': new OperationTypes(document).write(),
  };
  return {
    'generated/sdk-types.ts': sdkTypes(document),
    ...Object.fromEntries(Object.entries(sources).map(([file, text]) => [file, formatted(file, text)])),
    'sdk/src/testing/contract.json': new FakeContract(document).write(),
  };
}

/** As `npm run format` would write it, so that the linter has nothing to say. */
function formatted(file: string, text: string): string {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const args = [biome, 'check', '--write', `--stdin-file-path=${file}`];
  return execFileSync(process.execPath, args, { cwd: root, input: text, encoding: 'utf8' });
}
