import path from 'node:path';
import { OPERATOR } from '../../accounts/audit/actor.ts';
import { recordOperatorAction } from '../../accounts/audit/operator-actions.ts';
import { operatorFactors } from '../../accounts/operators/operators.ts';
import { reencryptFactors } from '../../accounts/second-factor/store.ts';
import { listFactorOwners } from '../../accounts/staff/users.ts';
import { ConfigError } from '../../base/environment/start-error.ts';
import { countSecrets, reencryptSecrets } from '../../webhooks/endpoints/reencrypt-secrets.ts';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { isInstallationKey, recordInstallationKey, replaceInstallationKey } from '../installation-key.ts';
import type { CommandContext } from './action.ts';
import type { CommandResult } from './print.ts';

/**
 * Refuses a secret key that isn't the installation's. With another key a worker couldn't decrypt the webhook secrets, and no
 * other process could decrypt what this one encrypts. The first start records the key.
 */
export async function verifySecretKey({ config, db, box }: Context): Promise<void> {
  if ((await isInstallationKey(db, box)) === undefined) await recordFirstKey({ config, db, box });
  if ((await isInstallationKey(db, box)) === false) throw new ConfigError(mismatchMessage(config));
}

/** An installation older than this record already has secrets. The key must decrypt at least one of them. */
async function recordFirstKey({ config, db, box }: Pick<Context, 'config' | 'db' | 'box'>): Promise<void> {
  const { current, previous, unreadable } = await countSecrets(db, box);
  if (current + previous === 0 && unreadable > 0) throw new ConfigError(mismatchMessage(config));
  // If it were recorded now, a later start without the previous key would be accepted, although secrets still need that key.
  if (previous === 0) await recordInstallationKey(db, box);
}

function mismatchMessage({ secretKey, dataDir }: Config): string {
  const key =
    secretKey === undefined ? `The key in ${path.join(dataDir, 'secret-key')}` : 'TRADEPOST_SECRET_KEY';
  return `${key} is not the key that the secrets in this database are encrypted with. Set TRADEPOST_SECRET_KEY to that key. To change the key, set the old one as TRADEPOST_SECRET_KEY_PREVIOUS. If the old key is lost, run: tradepost secrets reencrypt --key-lost`;
}

/** Encrypts all stored secrets with the current key. Afterwards the previous key isn't needed anymore. */
export async function reencrypt(
  context: Context & Pick<Partial<CommandContext>, 'operator'>,
  { keyLost }: { keyLost?: boolean },
): Promise<CommandResult> {
  if (!keyLost) await verifySecretKey(context);
  const counts = await reencryptSecrets(context.db, context.box);
  const factors = await reencryptFactors(context.db, context.box, [
    ...(await listFactorOwners(context.db)),
    ...(await operatorFactors(context.db)),
  ]);
  await replaceInstallationKey(context.db, context.box);
  await recordOperatorAction(context.db, {
    actor: context.operator ?? OPERATOR,
    action: 'secrets.reencrypted',
  });
  return {
    webhooks: counts.webhooks,
    reencrypted: counts.reencrypted + factors.reencrypted,
    unreadable: counts.unreadable + factors.unreadable,
  };
}
