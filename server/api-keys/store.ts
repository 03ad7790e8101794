import type { Querier } from '../db/querier.ts';
import { firstRow } from '../db/resource-table.ts';
import { statement } from '../db/statement.ts';
import type { Caller } from '../handler.ts';

export interface KeyRecord extends Caller {
  readonly active: boolean;
  readonly apiEnabled: boolean;
  /** How long until it expires by the database's clock, in ms; null when it does not expire, below 0 when it has. */
  readonly expiresInMs: number | null;
}

const find = statement(
  'find API key',
  `SELECT k.tenant_id AS "tenantId", t.name AS "tenantName", t.plan, t.currency, t.api_enabled AS "apiEnabled",
     t.api_rate_limit_rpm AS "rateLimitRpm", k.id AS "apiKeyId", k.name AS "apiKeyName", k.prefix AS "keyPrefix",
     k.scopes, k.active, iso(k.expires_at) AS "expiresAt",
     (extract(epoch FROM k.expires_at - clock_timestamp()) * 1000)::double precision AS "expiresInMs"
   FROM api_keys k JOIN tenants t USING (tenant_id) WHERE k.hash = :hash`,
);

export async function findByHash(db: Querier, hash: Buffer): Promise<KeyRecord | undefined> {
  return (await find<KeyRecord>(db, { hash }))[0];
}

export interface NewKey {
  readonly tenantId: number;
  readonly name: string;
  readonly prefix: string;
  readonly hash: Buffer;
  readonly scopes: readonly string[];
  readonly expiresAt: string | null;
}

export async function insertKey(db: Querier, key: NewKey): Promise<number> {
  const row = await firstRow<{ id: number }>(
    db,
    `INSERT INTO api_keys (tenant_id, name, prefix, hash, scopes, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
    [key.tenantId, key.name, key.prefix, key.hash, key.scopes, key.expiresAt],
  );
  return row!.id;
}

/** Answers false when there is no such key. */
export async function deactivateKey(db: Querier, id: number): Promise<boolean> {
  const rows = await db.query('UPDATE api_keys SET active = false WHERE id = $1 RETURNING id', [id]);
  return rows.length > 0;
}

const touch = statement(
  'touch API keys',
  `UPDATE api_keys k SET last_used_at = greatest(k.last_used_at, clock_timestamp() - u.age * interval '1 ms')
   FROM unnest(:tenant_ids::int[], :ids::int[], :ages_ms::float8[]) AS u(tenant_id, id, age)
   WHERE k.tenant_id = u.tenant_id AND k.id = u.id`,
);

/** Notes when keys were used, each as its age in ms, so that only the database's clock counts. */
export async function touchKeys(
  db: Querier,
  uses: readonly { tenantId: number; id: number; ageMs: number }[],
): Promise<void> {
  if (uses.length === 0) return;
  await touch(db, {
    tenant_ids: uses.map(({ tenantId }) => tenantId),
    ids: uses.map(({ id }) => id),
    ages_ms: uses.map(({ ageMs }) => ageMs),
  });
}
