import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../run.ts';
import type { Document } from './document.ts';
import { FakeContract } from './fake-contract.ts';
import { sdkResources, sdkTypes } from './generate-sdk.ts';
import { OperationTypes } from './operation-types.ts';

const RESOURCES = 'sdk/src/resources';
const TESTING = 'sdk/src/testing';

/** The files of the SDK that are derived from the contract, by their place in the project. */
export function sdkFiles(document: Document): Record<string, string> {
  const resources = Object.entries(sdkResources(document)).map(([name, text]) => {
    const file = `${RESOURCES}/${name}`;
    return [file, formatted(file, text)];
  });
  const operations = `${TESTING}/operations.ts`;
  return {
    'generated/sdk-types.ts': sdkTypes(document),
    ...Object.fromEntries(resources),
    [operations]: formatted(operations, new OperationTypes(document).write()),
    [`${TESTING}/contract.json`]: new FakeContract(document).write(),
  };
}

/** As `npm run format` would write it, so that the linter has nothing to say. */
function formatted(file: string, text: string): string {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const args = [biome, 'check', '--write', `--stdin-file-path=${file}`];
  return execFileSync(process.execPath, args, { cwd: root, input: text, encoding: 'utf8' });
}
