import { setTimeout as wait } from 'node:timers/promises';
import { DEACTIVATION_WAIT_MS } from '../../accounts/api-keys/api-key-cache.ts';
import { recordOperatorAction } from '../../accounts/audit/operator-actions.ts';
import { allowFinePrices } from '../../db/migrate/allow-fine-prices.ts';
import type { CommandContext } from './action.ts';
import type { CommandResult } from './print.ts';

/** Returns once each process takes them: it caches them with its keys. */
export async function allowFine({
  config,
  databaseUrl,
  db,
  operator,
}: CommandContext): Promise<CommandResult> {
  await allowFinePrices(config.directUrl ?? databaseUrl, {
    log: (message) => void process.stderr.write(`${message}\n`),
  });
  await recordOperatorAction(db, { actor: operator, action: 'database.fine_prices' });
  await wait(DEACTIVATION_WAIT_MS);
  return { fine_prices: 'allowed' };
}
