import type { Transaction } from '../db/querier.ts';
import { build, runQuery } from '../db/query-builder.ts';
import type { Actor } from './actor.ts';

export const AUDIT_ACTIONS = [
  'api_key.created',
  'api_key.deactivated',
  'api_key.deleted',
  'endpoint.created',
  'endpoint.updated',
  'endpoint.activated',
  'endpoint.deactivated',
  'endpoint.deleted',
  'endpoint.tested',
  'secret.revealed',
  'secret.rotated',
  'delivery.resent',
  'recovery.started',
  'recovery.stopped',
  'user.created',
  'user.disabled',
  'user.enabled',
  'user.password_set',
  'user.permissions_set',
  'login.succeeded',
  'login.failed',
  'logout',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export interface AuditEntry {
  readonly tenantId: number;
  readonly actor: Actor;
  readonly action: AuditAction;
  readonly target?: {
    readonly type: 'api_key' | 'endpoint' | 'delivery' | 'recovery' | 'user';
    readonly id: number | string;
    /** What staff know it by, copied: the key's name, the endpoint's URL, the user's address. */
    readonly name: string;
  };
  /** What changed, for people. Never a secret, a key or a password. */
  readonly details?: Readonly<Record<string, string | number | boolean | null | readonly string[]>>;
}

/** Writes who did what. It takes a transaction, so that entry and change are committed together or not at all. */
export async function recordAudit(
  tx: Transaction,
  { tenantId, actor, action, target, details = {} }: AuditEntry,
): Promise<void> {
  await runQuery(
    tx,
    build('audit_entries').insert({
      tenant_id: tenantId,
      actor_type: actor.type,
      actor_user_id: actor.type === 'user' ? actor.userId : null,
      actor_name: actor.type === 'user' ? actor.email : null,
      action,
      target_type: target?.type ?? null,
      target_id: target === undefined ? null : String(target.id),
      target_name: target?.name ?? null,
      details: JSON.stringify(details),
    }),
  );
}
