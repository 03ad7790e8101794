import { setTimeout as wait } from 'node:timers/promises';
import { DEACTIVATION_WAIT_MS } from '../../accounts/api-keys/api-key-cache.ts';
import { allowFinePrices } from '../../db/migrate/allow-fine-prices.ts';
import type { Context } from '../context.ts';
import type { CommandResult } from './print.ts';

/** Returns once each process takes them: it caches them with its keys. */
export async function allowFine({ config, databaseUrl }: Context): Promise<CommandResult> {
  await allowFinePrices(config.directUrl ?? databaseUrl, {
    log: (message) => void process.stderr.write(`${message}\n`),
  });
  await wait(DEACTIVATION_WAIT_MS);
  return { fine_prices: 'allowed' };
}
