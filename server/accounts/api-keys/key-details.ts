import type { Knex } from 'knex';
import type { Querier } from '../../db/querier.ts';
import { build, firstOf, runQuery } from '../../db/sql/query-builder.ts';
import type { KeyId } from './revoke.ts';

/** In the order of the list: what works comes first. */
export const KEY_STATUSES = ['active', 'expired', 'inactive'] as const;
export type KeyStatus = (typeof KEY_STATUSES)[number];

/** A key as its tenant's staff see it. Times are RFC 3339. */
export interface ApiKey {
  readonly id: number;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly status: KeyStatus;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  /** Up to 30 s late. */
  readonly lastUsedAt: string | null;
  /** The key that this one replaces. Null as well when that one is deleted. */
  readonly predecessorId: number | null;
}

/** The index in KEY_STATUSES. */
const STATUS_RANK = `CASE WHEN NOT active THEN 2 WHEN expires_at <= statement_timestamp() THEN 1 ELSE 0 END`;

type Row = Omit<ApiKey, 'status'> & { readonly rank: number };

const selectKeys = (tenantId: number): Knex.QueryBuilder =>
  build('api_keys')
    .where('tenant_id', tenantId)
    .select({
      id: 'id',
      name: 'name',
      prefix: 'prefix',
      scopes: 'scopes',
      rank: build.raw(STATUS_RANK),
      createdAt: build.raw('iso(created_at)'),
      expiresAt: build.raw('iso(expires_at)'),
      lastUsedAt: build.raw('iso(last_used_at)'),
      predecessorId: 'predecessor_id',
    });

const keyOf = ({ rank, ...row }: Row): ApiKey => ({ ...row, status: KEY_STATUSES[rank]! });

export interface KeyListOptions {
  readonly limit?: number;
  /** The last key of the previous page. */
  readonly after?: Pick<ApiKey, 'id' | 'status'>;
}

/** A tenant's keys: active, expired, inactive, and the newest first within each. */
export async function listKeys(
  db: Querier,
  tenantId: number,
  { limit, after }: KeyListOptions = {},
): Promise<ApiKey[]> {
  const query = selectKeys(tenantId).orderByRaw(`${STATUS_RANK}, id DESC`);
  if (after)
    void query.whereRaw(`(${STATUS_RANK}, -id) > (?, ?)`, [KEY_STATUSES.indexOf(after.status), -after.id]);
  if (limit !== undefined) void query.limit(limit);
  return (await runQuery<Row>(db, query)).map(keyOf);
}

/** Undefined for an unknown id and for another tenant's id. `lock` keeps the key from being deleted until the end of the transaction. */
export async function findKey(
  db: Querier,
  tenantId: number,
  id: number,
  lock?: 'lock',
): Promise<ApiKey | undefined> {
  const query = selectKeys(tenantId).where({ id });
  if (lock) void query.forKeyShare();
  const row = await firstOf<Row>(db, query);
  return row && keyOf(row);
}

/** Those of the ids that the tenant has. */
export const findKeys = async (db: Querier, tenantId: number, ids: readonly number[]): Promise<ApiKey[]> =>
  (await runQuery<Row>(db, selectKeys(tenantId).whereIn('id', ids))).map(keyOf);

/** The predecessors and the successors of keys. */
export async function listRelatedKeys(
  db: Querier,
  tenantId: number,
  keys: readonly ApiKey[],
): Promise<ApiKey[]> {
  const ids = keys.map(({ id }) => id);
  const predecessors = keys.flatMap(({ predecessorId }) => predecessorId ?? []);
  const query = selectKeys(tenantId)
    .where((related) => void related.whereIn('id', predecessors).orWhereIn('predecessor_id', ids))
    .orderBy('id', 'desc');
  return (await runQuery<Row>(db, query)).map(keyOf);
}

/** For an operator, who knows a key by its id alone. */
export const findKeyId = (db: Querier, id: number): Promise<KeyId | undefined> =>
  firstOf(db, build('api_keys').where({ id }).select({ tenantId: 'tenant_id', id: 'id' }));
