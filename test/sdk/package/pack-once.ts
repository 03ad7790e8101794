import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type Packed, packSdk } from './packed.ts';

export const RESULT = 'packed.json';
export type PackResult = { readonly packed: Packed } | { readonly error: string };

/** Packs the SDK once for all files of a run, which takes 20 s. The files that need it wait for RESULT; others begin. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'tradepost-sdk-'));
  project.provide('packFolder', folder);
  const packing = packSdk(folder)
    .then(
      (packed): PackResult => ({ packed }),
      (error: Error): PackResult => ({ error: error.stack ?? error.message }),
    )
    .then((result) => save(folder, result));
  return async () => {
    await packing;
    await rm(folder, { recursive: true, force: true });
  };
}

/** Renamed when it is complete: the tests look for it all the time. */
async function save(folder: string, result: PackResult): Promise<void> {
  await writeFile(join(folder, `${RESULT}.new`), JSON.stringify(result));
  await rename(join(folder, `${RESULT}.new`), join(folder, RESULT));
}

declare module 'vitest' {
  export interface ProvidedContext {
    packFolder: string;
  }
}
