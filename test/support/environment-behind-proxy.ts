import { inject, onTestFinished } from 'vitest';
import { openDatabase } from '../../server/db/pool/database.ts';
import { ownDatabase } from './databases.ts';
import { openSilentProxy, type SilentProxy } from './silent-proxy.ts';
import { openTestEnvironment, type TestEnvironment } from './test-environment.ts';

export const QUERY_TIMEOUT_MS = 1_500;

/** A service whose connections to the database can be cut, with the rate limiter in memory or in the database. */
export async function environmentBehindProxy(
  limiter: 'memory' | 'database' = 'memory',
): Promise<{ environment: TestEnvironment; proxy: SilentProxy }> {
  const own = await ownDatabase(inject('serverUrl'), 'tradepost_template');
  const proxy = await openSilentProxy(own.url);
  const db = openDatabase({
    url: proxy.url,
    size: 4,
    preparedStatements: true,
    log: () => {},
    queryTimeoutMs: QUERY_TIMEOUT_MS,
  });
  const environment = await openTestEnvironment({
    database: { url: proxy.url, drop: async () => {} },
    env: limiter === 'database' ? { DATABASE_URL: proxy.url } : {},
    overrides: { db, close: () => db.close() },
  });
  onTestFinished(async () => {
    await environment.close();
    await proxy.close();
    await own.drop();
  });
  return { environment, proxy };
}
