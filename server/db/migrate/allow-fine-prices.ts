import { urlOfPrimary } from '../connect/hosts.ts';
import { ALLOW_FINE_PRICES } from '../migrations/045-fine-prices.ts';
import { untilUnlocked } from './lock-retries.ts';
import { type MigrateOptions, migrate } from './migrate.ts';
import { withMigrationLock } from './migration-lock.ts';
import { inTransaction } from './run-migration.ts';

/** Makes room for prices and quantities that releases before migration 045 can't read, and lets tenants send them. */
export async function allowFinePrices(databaseUrl: string, options: MigrateOptions = {}): Promise<void> {
  await migrate(databaseUrl, options);
  await withMigrationLock(await urlOfPrimary(databaseUrl), options, async (client) => {
    for (const sql of ALLOW_FINE_PRICES)
      await untilUnlocked(
        'Allowing fine prices',
        () => inTransaction(client, () => client.query(sql)),
        options,
      );
  });
}
