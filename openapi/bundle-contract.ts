import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
// @ts-expect-error: what shapes the bundle is written in JavaScript, for Redocly
import { openRows } from './bundle/open-rows.js';
import { FailedRun, inScratchFolder, redocly } from './run.ts';

/** Bundles the contract, `v1` or the file of another one, into a file. */
export function bundleContract(contract: string, file: string): void {
  const { status, stdout, stderr } = redocly(
    'bundle',
    contract,
    '--config=openapi/redocly.yaml',
    `--output=${file}`,
  );
  if (status !== 0) throw new FailedRun(mistakes(contract) ?? `${stdout}${stderr}`);
  const bundle = JSON.parse(readFileSync(file, 'utf8'));
  openRows(bundle);
  writeFileSync(file, JSON.stringify(bundle, null, 2));
}

/** Whatever a tool can't do with the contract, the linter most often has a message that says where. */
export function mistakes(contract: string): string | undefined {
  const { status, stdout, stderr } = redocly('lint', contract, '--config=openapi/redocly.yaml');
  return status === 0 ? undefined : `${stdout}${stderr}\nNothing was generated or compared. Mend this first.`;
}

/** Calls a function with a new bundle, which is removed afterwards. Without one, the program ends: what is wrong isn't in its stack. */
export function withBundle<T>(contract: string, use: (file: string) => T): T {
  try {
    return inScratchFolder((folder) => {
      const file = join(folder, 'openapi.json');
      bundleContract(contract, file);
      return use(file);
    });
  } catch (error) {
    if (!(error instanceof FailedRun)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
