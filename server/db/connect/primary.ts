import pg from 'pg';
import {
  checkConnection,
  isHostAway,
  isStartupRefused,
  PoolerError,
  StandbyError,
} from './connection-check.ts';
import { Hosts } from './hosts.ts';
import { startupLimits } from './time-limits.ts';

/** As the pool's. */
const CONNECT_TIMEOUT_MS = 5_000;

/** The URL of the host that takes writes. A pooler is refused: session locks would stay behind on its connections. */
export async function urlOfPrimary(databaseUrl: string): Promise<string> {
  const hosts = new Hosts(databaseUrl);
  for (let tried = 1; ; tried += 1) {
    const { url } = hosts;
    try {
      await assertPrimary(url, hosts.count);
      return url;
    } catch (error) {
      if (isStartupRefused(error)) throw new PoolerError();
      if (tried >= hosts.count || !isHostAway(error)) throw error;
      hosts.leave(url);
    }
  }
}

async function assertPrimary(url: string, hosts: number): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'tradepost migrate',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...startupLimits,
  });
  client.on('error', () => {}); // The query that waits fails too.
  try {
    await client.connect();
    const { readOnly, limited } = await checkConnection(client);
    if (!limited) throw new PoolerError();
    if (readOnly && hosts > 1) throw new StandbyError('the host takes no writes');
  } finally {
    await client.end();
  }
}
