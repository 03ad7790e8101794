import type { Transaction } from '../../db/querier.ts';
import { build, runQuery } from '../../db/sql/query-builder.ts';
import { type AuditAction, groupOf } from './actions.ts';
import type { Actor } from './actor.ts';
import { recordOperatorAction } from './operator-actions.ts';

export const TARGET_TYPES = ['tenant', 'api_key', 'endpoint', 'delivery', 'recovery', 'user'] as const;
export type TargetType = (typeof TARGET_TYPES)[number];

export interface AuditEntry {
  readonly tenantId: number;
  readonly actor: Actor;
  readonly action: AuditAction;
  readonly target?: {
    readonly type: TargetType;
    readonly id: number | string;
    /** What staff know it by, copied: the key's name, the endpoint's URL, the user's address. */
    readonly name: string;
  };
  /** What changed, for people. Never a secret, a key or a password. */
  readonly details?: Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
}

/** Writes who did what, for the tenant and, if an operator did it, for operators. It takes a transaction, so that entry and change are committed together or not at all. */
export async function recordAudit(tx: Transaction, entry: AuditEntry): Promise<void> {
  const { tenantId, actor, action, target, details = {} } = entry;
  await recordOperatorAction(tx, entry);
  await runQuery(
    tx,
    build('audit_entries').insert({
      tenant_id: tenantId,
      actor_type: actor.type,
      actor_user_id: actor.type === 'user' ? actor.userId : null,
      actor_name: actor.type === 'user' ? actor.email : null,
      action,
      action_group: groupOf(action),
      target_type: target?.type ?? null,
      target_id: target === undefined ? null : String(target.id),
      target_name: target?.name ?? null,
      details: JSON.stringify(details),
    }),
  );
}
