import type { Querier } from '../../db/querier.ts';
import { build, runQuery } from '../../db/sql/query-builder.ts';
import type { AuditAction } from './actions.ts';
import type { Actor } from './actor.ts';

/** What is no tenant's matter, or outlives it, is only here. */
export const OPERATOR_ACTIONS = [
  'tenant.deleted',
  'secrets.reencrypted',
  'database.fine_prices',
  'database.distributed',
  'operator.created',
  'operator.updated',
  'operator.deleted',
  'operator.enrolled',
  'operator.factor_reset',
] as const;
export type OperatorAction = AuditAction | (typeof OPERATOR_ACTIONS)[number];

export interface ActionEntry {
  readonly actor: Actor;
  readonly action: OperatorAction;
  readonly tenantId?: number;
  readonly target?: { readonly type: string; readonly id: number | string; readonly name: string };
  readonly details?: object;
}

const isNamed = (actor: Actor): actor is Extract<Actor, { type: 'operator' }> & { readonly name: string } =>
  actor.type === 'operator' && actor.name !== undefined;

/** Writes what an operator did, and why. Nothing for other actors. */
export async function recordOperatorAction(db: Querier, entry: ActionEntry): Promise<void> {
  const { tenantId = null, actor, action, target, details = {} } = entry;
  if (!isNamed(actor)) return;
  const row = { operator: actor.name, action, reason: actor.reason ?? null, about_tenant: tenantId };
  const about = {
    target_type: target?.type,
    target_id: target && String(target.id),
    target_name: target?.name,
  };
  await runQuery(
    db,
    build('operator_actions').insert({ ...row, ...about, details: JSON.stringify(details) }),
  );
}

export interface RecordedAction {
  readonly id: string;
  /** RFC 3339. */
  readonly at: string;
  readonly operator: string;
  readonly action: OperatorAction;
  readonly reason: string | null;
  readonly tenantId: number | null;
  readonly targetType: string | null;
  readonly targetId: string | null;
  readonly targetName: string | null;
  /** JSON text. */
  readonly details: string;
}

export interface ActionFilter {
  readonly tenantId?: number | undefined;
  readonly actions?: readonly OperatorAction[];
  readonly targetId?: number | undefined;
  readonly limit: number;
  /** The id of the last entry of the page before. */
  readonly before?: string | undefined;
}

/** Latest first. */
export function listOperatorActions(
  db: Querier,
  { tenantId, actions, targetId, limit, before }: ActionFilter,
): Promise<RecordedAction[]> {
  const query = build('operator_actions as a')
    .orderBy('a.id', 'desc') // without the table it would be the text below
    .limit(limit)
    .select('operator', 'action', 'reason', { tenantId: 'about_tenant', targetType: 'target_type' })
    .select({ targetId: 'target_id', targetName: 'target_name', details: 'details' })
    .select(build.raw('a.id::text AS id'), build.raw('iso(at) AS at'));
  if (tenantId !== undefined) query.where('about_tenant', tenantId);
  if (actions !== undefined) query.whereIn('action', [...actions]);
  if (targetId !== undefined) query.where('target_id', String(targetId));
  if (before !== undefined) query.where('a.id', '<', before);
  return runQuery<RecordedAction>(db, query);
}

/**
 * What is known of a deleted tenant's people and addresses goes with it; who did what, when and why stays. The id of whoever was invited is
 * the address.
 */
export const forgetTargets = (db: Querier, tenantId: number): Promise<object[]> =>
  runQuery(
    db,
    build('operator_actions')
      .where({ about_tenant: tenantId })
      .update({ target_name: null, details: '{}' })
      .update('target_id', build.raw("CASE WHEN target_id ~ '^[0-9]+$' THEN target_id END")),
  );
