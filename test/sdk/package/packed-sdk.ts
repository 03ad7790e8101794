import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject, vi } from 'vitest';
import { type PackResult, RESULT } from './pack-once.ts';
import type { Packed } from './packed.ts';

/** Deadlines against a hang. It takes 20 s of processor time, which were 200 s on a machine that did ten such things. */
const PACK_MS = 300_000;
export const INSTALL_MS = 2 * PACK_MS;

/** The package that pack-once.ts packs for all files of the run. */
export async function packedSdk(): Promise<Packed> {
  const file = join(inject('packFolder'), RESULT);
  await vi.waitUntil(() => existsSync(file), { timeout: PACK_MS, interval: 50 });
  const result: PackResult = JSON.parse(await readFile(file, 'utf8'));
  if ('error' in result) throw new Error(`The SDK couldn't be packed: ${result.error}`);
  return result.packed;
}
