import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../run.ts';
import type { Document } from './document.ts';
import { sdkResources, sdkTypes } from './generate-sdk.ts';

const RESOURCES = 'sdk/src/resources';

/** The files of the SDK that are derived from the contract, by their place in the project. */
export function sdkFiles(document: Document): Record<string, string> {
  const resources = Object.entries(sdkResources(document)).map(([name, text]) => {
    const file = `${RESOURCES}/${name}`;
    return [file, formatted(file, text)];
  });
  return { 'generated/sdk-types.ts': sdkTypes(document), ...Object.fromEntries(resources) };
}

/** As `npm run format` would write it, so that the linter has nothing to say. */
function formatted(file: string, text: string): string {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const args = [biome, 'check', '--write', `--stdin-file-path=${file}`];
  return execFileSync(process.execPath, args, { cwd: root, input: text, encoding: 'utf8' });
}
