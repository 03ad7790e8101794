import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createFile } from '../base/atomic-file.ts';
import { ConfigError } from '../base/environment/start-error.ts';
import { MIN_SECRET_CHARACTERS } from './config.ts';

const SECRET_BYTES = 32;

/**
 * The installation's secret key: TRADEPOST_SECRET_KEY, otherwise the file in the data folder, created at the first start.
 * If several processes start at once, all use the file that was created first.
 */
export async function loadSecretKey(config: {
  secretKey: string | undefined;
  dataDir: string;
}): Promise<string> {
  if (config.secretKey !== undefined) return config.secretKey;
  const file = path.join(config.dataDir, 'secret-key');
  const known = await readFile(file, 'utf8').catch(unlessMissing(file));
  if (known !== undefined) return checked(known, file);
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const made = randomBytes(SECRET_BYTES).toString('hex');
  return (await createFile(file, made)) ? made : checked(await readFile(file, 'utf8'), file);
}

const unlessMissing =
  (file: string) =>
  ({ code }: NodeJS.ErrnoException): undefined => {
    if (code !== 'ENOENT')
      throw new ConfigError(
        `${file} cannot be read (${code}). Make it a file that this user can read, or set TRADEPOST_SECRET_KEY.`,
      );
  };

/** A truncated file must not be used, being a weak key, nor replaced: stored secrets are encrypted with the old key. */
function checked(text: string, file: string): string {
  const key = text.trim();
  if (key.length >= MIN_SECRET_CHARACTERS) return key;
  throw new ConfigError(
    `${file} has ${key.length} characters; a secret key needs at least ${MIN_SECRET_CHARACTERS}. ` +
      'Restore the file, or set TRADEPOST_SECRET_KEY to the key that was in it. ' +
      'In a new installation, remove the file: the next start creates another.',
  );
}
