import type { Querier } from '../../db/querier.ts';
import { statement } from '../../db/sql/statement.ts';
import { STORED_BYTES } from '../stored-bytes.ts';
import type { TenantStatus } from '../tenant-status.ts';
import type { Caller } from './caller.ts';

export interface KeyRecord extends Caller {
  readonly active: boolean;
  readonly apiEnabled: boolean;
  readonly tenantStatus: TenantStatus;
  /** Whether prices and quantities may have more decimals than releases before migration 045 can read. */
  readonly finePrices: boolean;
  /** Time until the key expires by the database's clock, in ms. Null if it doesn't expire, negative if it has. */
  readonly expiresInMs: number | null;
}

const COLUMNS = `k.tenant_id AS "tenantId", t.name AS "tenantName", t.plan, t.currency, t.api_enabled AS "apiEnabled",
     t.status AS "tenantStatus",
     t.fine_prices AS "finePrices",
     ${STORED_BYTES('k.tenant_id')} AS "storedBytes", t.stored_bytes_limit::float8 AS "storedBytesLimit",
     active_endpoint_count(k.tenant_id) AS "endpointCount",
     t.api_rate_limit_rpm AS "rateLimitRpm", k.id AS "apiKeyId", k.name AS "apiKeyName", k.prefix AS "keyPrefix", 'api_key:' || k.prefix AS actor,
     k.scopes, k.active, iso(k.expires_at) AS "expiresAt",
     (extract(epoch FROM k.expires_at - clock_timestamp()) * 1000)::double precision AS "expiresInMs"`;

const find = statement(
  'find API key',
  `SELECT ${COLUMNS} FROM api_keys k JOIN tenants t USING (tenant_id) WHERE k.hash = :hash`,
);

export async function findByHash(db: Querier, hash: Buffer): Promise<KeyRecord | undefined> {
  return (await find<KeyRecord>(db, { hash }))[0];
}

// The subquery: see docs/decisions/generic-plans.md.
const findSeveral = statement(
  'find API keys',
  `SELECT encode(k.hash, 'hex') AS hash, ${COLUMNS} FROM api_keys k JOIN tenants t USING (tenant_id)
   WHERE k.hash = ANY ((SELECT :hashes::bytea[])::bytea[])`,
);

/** In the order of the hashes. */
export async function findByHashes(
  db: Querier,
  hashes: readonly Buffer[],
): Promise<(KeyRecord | undefined)[]> {
  const rows = await findSeveral<KeyRecord & { readonly hash: string }>(db, { hashes });
  const byHash = new Map(rows.map(({ hash, ...record }) => [hash, record]));
  return hashes.map((hash) => byHash.get(hash.toString('hex')));
}

const touch = statement(
  'touch API keys',
  `WITH use AS MATERIALIZED (
     SELECT tenant_id, id, clock_timestamp() - age * interval '1 ms' AS at
     FROM unnest(:tenant_ids::int[], :ids::int[], :ages_ms::float8[]) AS u(tenant_id, id, age)
   )
   UPDATE api_keys k SET last_used_at = greatest(k.last_used_at, use.at) FROM use
   WHERE k.tenant_id = use.tenant_id AND k.id = use.id`,
);

/** Records when keys were used. Each use is given as its age in ms, so that only the database's clock counts. */
export async function touchKeys(
  db: Querier,
  uses: readonly { tenantId: number; id: number; ageMs: number }[],
): Promise<void> {
  await touch(db, {
    tenant_ids: uses.map(({ tenantId }) => tenantId),
    ids: uses.map(({ id }) => id),
    ages_ms: uses.map(({ ageMs }) => ageMs),
  });
}
