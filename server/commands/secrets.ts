import path from 'node:path';
import { type Config, ConfigError } from '../config.ts';
import type { Context } from '../context.ts';
import { isInstallationKey, recordInstallationKey, replaceInstallationKey } from '../installation-key.ts';
import { countSecrets, reencryptSecrets } from '../webhooks/endpoints/reencrypt-secrets.ts';
import type { CommandResult } from './manage.ts';

/**
 * Refuses a secret key that is not the installation's: a worker could sign nothing with it, and what it encrypts nobody
 * else could open. The first start records which key is the right one.
 */
export async function verifySecretKey({ config, db, box }: Context): Promise<void> {
  if ((await isInstallationKey(db, box)) === undefined) await recordFirstKey({ config, db, box });
  if ((await isInstallationKey(db, box)) === false) throw new ConfigError(mismatchMessage(config));
}

/** An installation from before the record has secrets already: one of them at least must open. */
async function recordFirstKey({ config, db, box }: Pick<Context, 'config' | 'db' | 'box'>): Promise<void> {
  const { current, previous, unreadable } = await countSecrets(db, box);
  if (current + previous === 0 && unreadable > 0) throw new ConfigError(mismatchMessage(config));
  // Recorded now, the current key would be taken later without the previous one, which is still needed.
  if (previous === 0) await recordInstallationKey(db, box);
}

function mismatchMessage({ secretKey, dataDir }: Config): string {
  const key =
    secretKey === undefined ? `The key in ${path.join(dataDir, 'secret-key')}` : 'TRADEPOST_SECRET_KEY';
  return `${key} is not the one that the secrets in this database are encrypted with. Set TRADEPOST_SECRET_KEY to that one; to change it, set the old one as TRADEPOST_SECRET_KEY_PREVIOUS. If that one is lost: tradepost secrets reencrypt --key-lost.`;
}

/** Encrypts what is stored with the current key, after which the previous one is not needed. */
export async function reencrypt(
  context: Context,
  { keyLost }: { keyLost?: boolean },
): Promise<CommandResult> {
  if (!keyLost) await verifySecretKey(context);
  const counts = await reencryptSecrets(context.db, context.box);
  await replaceInstallationKey(context.db, context.box);
  return { ...counts };
}
