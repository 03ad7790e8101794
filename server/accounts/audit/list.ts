import type { Knex } from 'knex';
import type { Querier } from '../../db/querier.ts';
import { build, runQuery } from '../../db/sql/query-builder.ts';
import type { AuditAction, AuditGroup } from './actions.ts';
import type { Actor } from './actor.ts';
import type { AuditEntry, TargetType } from './store.ts';

export interface AuditFilter {
  readonly group?: AuditGroup;
  /** A user's id, or who else acts. */
  readonly actor?: number | 'operator' | 'system';
  /** One thing, or several of a type. */
  readonly target?: { readonly type: TargetType; readonly id: string | readonly string[] };
  readonly action?: AuditAction | readonly AuditAction[];
}

export interface AuditPage {
  readonly limit: number;
  /** The id of the last entry of the page before. */
  readonly before?: string;
}

/** An entry as it was written. Names are those of that time. */
export interface RecordedEntry {
  readonly id: string;
  /** RFC 3339. */
  readonly at: string;
  readonly actorType: Actor['type'];
  readonly actorName: string | null;
  readonly action: AuditAction;
  readonly targetType: TargetType | null;
  readonly targetId: string | null;
  readonly targetName: string | null;
  readonly details: NonNullable<AuditEntry['details']>;
}

/** The tenant's entries, latest first. */
export async function listAudit(
  db: Querier,
  tenantId: number,
  filter: AuditFilter,
  { limit, before }: AuditPage,
): Promise<RecordedEntry[]> {
  const query = build('audit_entries as e')
    .where('tenant_id', tenantId)
    .orderBy('e.id', 'desc') // without the table it would be the text below
    .limit(limit)
    .select({ actorType: 'actor_type', actorName: 'actor_name', action: 'action', details: 'details' })
    .select({ targetType: 'target_type', targetId: 'target_id', targetName: 'target_name' })
    .select(build.raw('e.id::text AS id'), build.raw('iso(at) AS at'));
  if (before !== undefined) query.where('e.id', '<', before);
  const rows = await runQuery<StoredEntry>(db, filtered(query, filter));
  return rows.map((row) => ({ ...row, details: JSON.parse(row.details) as RecordedEntry['details'] }));
}

/** The latest entry with an action on a target. */
export async function lastEntry(
  db: Querier,
  tenantId: number,
  target: NonNullable<AuditFilter['target']>,
  action: AuditAction,
): Promise<RecordedEntry | undefined> {
  return (await listAudit(db, tenantId, { target, action }, { limit: 1 }))[0];
}

interface StoredEntry extends Omit<RecordedEntry, 'details'> {
  /** JSON text. */
  readonly details: string;
}

/** Each filter is a range of one index in the order of the list, see the migration. */
function filtered(
  query: Knex.QueryBuilder,
  { group, actor, target, action }: AuditFilter,
): Knex.QueryBuilder {
  if (group !== undefined) query.where('action_group', group);
  if (typeof actor === 'number') query.where({ actor_type: 'user', actor_user_id: actor });
  if (typeof actor === 'string') query.where('actor_type', actor).whereNull('actor_user_id');
  if (target !== undefined) {
    query.where('target_type', target.type);
    // In the order of the index, if it's one.
    if (typeof target.id === 'string') query.where('target_id', target.id);
    else query.whereRaw('target_id = ANY (?::text[])', [target.id as string[]]);
  }
  // A target has few entries.
  if (action !== undefined) query.whereIn('action', [action].flat());
  return query;
}
