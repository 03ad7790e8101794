import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const SECRET_BYTES = 32;

/**
 * The installation's secret: the one that was set, else the one in the data folder, which is made once. Processes that
 * start together agree on whose file was there first.
 */
export async function secretKeyOf(config: {
  secretKey: string | undefined;
  dataDir: string;
}): Promise<string> {
  if (config.secretKey !== undefined) return config.secretKey;
  const file = path.join(config.dataDir, 'secret-key');
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  try {
    await writeFile(file, randomBytes(SECRET_BYTES).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return (await readFile(file, 'utf8')).trim();
}
