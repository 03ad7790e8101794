import { inject, onTestFinished } from 'vitest';
import type { Querier } from '../../server/db/querier.ts';
import { TEMPLATE } from '../support/database-server.ts';
import { type OwnDatabase, onServer, ownDatabase } from '../support/databases.ts';
import { FIRST_SHARD, PARTITIONS, partitionByTenant } from './partition-by-tenant.ts';

/** Lets the next tenant be one of the first shard. */
const NEXT_IN_SHARD = `SELECT setval('tenants_tenant_id_seq', id, false)
  FROM (SELECT last_value + g AS id FROM tenants_tenant_id_seq, generate_series(1, 1000) g) next
  WHERE satisfies_hash_partition('orders'::regclass, ${PARTITIONS}, 0, id::int) LIMIT 1`;

/** Some are in each shard: a statement that goes through all tenants finds them. One that begins the feed's epoch does, so it has begun. */
const STRANGERS = `INSERT INTO tenants (name, plan, api_enabled, webhooks_enabled, api_rate_limit_rpm)
    SELECT 'Loja ' || n, 'Enterprise', true, true, 600 FROM generate_series(1, 20) n;
  INSERT INTO feed_epochs (identity) VALUES (cluster_identity())`;

const USES = 'seq_scan + coalesce(idx_scan, 0) + n_tup_ins + n_tup_upd + n_tup_del';
/** The months of the log taken together. */
const SHARD_USES = `SELECT regexp_replace(relname, '(_(random_ids|\\d{8}))?_10\\d{4}$', '') AS table,
    (sum(${USES}) FILTER (WHERE relname ~ '_${FIRST_SHARD}$'))::int AS own,
    (sum(${USES}) FILTER (WHERE relname !~ '_${FIRST_SHARD}$'))::int AS others
  FROM pg_stat_user_tables WHERE relname ~ '_10\\d{4}$' GROUP BY 1 ORDER BY 1`;

/** How often the shards of a table were scanned, and how many of their rows were written. */
export interface ShardUses {
  readonly table: string;
  /** Of the first shard. */
  readonly own: number;
  /** Of all other shards together. */
  readonly others: number;
}

/** A database that is divided by tenant, where the use of shards is counted from now on. It's dropped when the test ends. */
export async function dividedDatabase(): Promise<OwnDatabase> {
  const database = await ownDatabase(inject('serverUrl'), TEMPLATE);
  onTestFinished(() => database.drop());
  await onServer(database.url, async (client) => {
    if (!process.env.TRADEPOST_PARTITIONED) await partitionByTenant(client);
    await client.query(STRANGERS);
    // Counts what the division itself has read, so that it can be forgotten.
    await client.query('SELECT pg_stat_force_next_flush()');
    await client.query('SELECT pg_stat_reset()');
  });
  return database;
}

export const letNextBeInFirstShard = (db: Querier): Promise<unknown> => db.query(NEXT_IN_SHARD, []);

/** A connection reports what it has used at its end, at the latest: of one that is open, the last may be missing. */
export const readShardUses = (url: string): Promise<ShardUses[]> =>
  onServer(url, async (client) => (await client.query<ShardUses>(SHARD_USES)).rows);
