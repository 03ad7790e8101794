import type { Transaction } from '../../db/querier.ts';
import { build, firstOf, runQuery } from '../../db/sql/query-builder.ts';
import { type Actor, SYSTEM } from '../audit/actor.ts';
import { recordAudit } from '../audit/store.ts';
import type { UserKey } from './users.ts';

export interface LoginRecord extends UserKey {
  readonly email: string;
  /** The session version that the password was checked with. */
  readonly sessionVersion: number;
}

/** Returns false, and records nothing, if the user was disabled or got a new password in the meantime. */
export async function recordLogin(tx: Transaction, user: LoginRecord, address: string): Promise<boolean> {
  const { tenantId, id, email, sessionVersion } = user;
  const update = build('users')
    .where({ tenant_id: tenantId, id, session_version: sessionVersion })
    .whereNull('disabled_at')
    .update({ last_login_at: build.fn.now() });
  if (!(await firstOf(tx, update.returning('id')))) return false;
  const actor: Actor = { type: 'user', userId: id, email };
  const target = { type: 'user', id, name: email } as const;
  await recordAudit(tx, { tenantId, actor, action: 'login.succeeded', target, details: { address } });
  return true;
}

/**
 * Records a wrong password. A flood of them must not fill the audit: one entry for each user and hour counts them, and has
 * the address of the last one.
 */
export async function recordFailedLogin(
  tx: Transaction,
  { tenantId, id, email }: UserKey & { readonly email: string },
  address: string,
): Promise<void> {
  // The lock keeps two processes from starting an entry each.
  await runQuery(tx, build('users').where({ tenant_id: tenantId, id }).select('id').forUpdate());
  const entry = await firstOf<{ id: string; attempts: number }>(tx, lastFailure(tenantId, id));
  if (entry) {
    const details = JSON.stringify({ attempts: entry.attempts + 1, address });
    await runQuery(
      tx,
      build('audit_entries').where({ tenant_id: tenantId, id: entry.id }).update({ details }),
    );
    return;
  }
  const target = { type: 'user', id, name: email } as const;
  const details = { attempts: 1, address };
  await recordAudit(tx, { tenantId, actor: SYSTEM, action: 'login.failed', target, details });
}

const lastFailure = (tenantId: number, userId: number) =>
  build('audit_entries')
    .where({ tenant_id: tenantId, target_type: 'user', target_id: String(userId), action: 'login.failed' })
    .whereRaw("at > statement_timestamp() - interval '1 hour'")
    .orderBy('id', 'desc')
    .limit(1)
    .select('id', build.raw("(details->>'attempts')::integer AS attempts"));

export function recordLogout(tx: Transaction, { tenantId, id, email }: UserKey & { readonly email: string }) {
  const actor: Actor = { type: 'user', userId: id, email };
  const target = { type: 'user', id, name: email } as const;
  return recordAudit(tx, { tenantId, actor, action: 'logout', target });
}
