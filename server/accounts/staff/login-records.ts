import type { Transaction } from '../../db/querier.ts';
import { build, firstOf, runQuery } from '../../db/sql/query-builder.ts';
import { SYSTEM } from '../audit/actor.ts';
import { auditUser, type UserKey } from './users.ts';

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
  await auditUser(tx, { type: 'user', userId: id, email }, 'login.succeeded', user, { address });
  return true;
}

/**
 * Records a wrong password. A flood of them must not fill the audit: one entry for each user and hour counts them, and has
 * the address of the last one.
 */
export async function recordFailedLogin(
  tx: Transaction,
  user: UserKey & { readonly email: string },
  address: string,
): Promise<void> {
  const { tenantId, id } = user;
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
  await auditUser(tx, SYSTEM, 'login.failed', user, { attempts: 1, address });
}

const lastFailure = (tenantId: number, userId: number) =>
  build('audit_entries')
    .where({ tenant_id: tenantId, target_type: 'user', target_id: String(userId), action: 'login.failed' })
    .whereRaw("at > statement_timestamp() - interval '1 hour'")
    .orderBy('id', 'desc')
    .limit(1)
    .select('id', build.raw("(details->>'attempts')::integer AS attempts"));

export const recordLogout = (tx: Transaction, user: UserKey & { readonly email: string }): Promise<void> =>
  auditUser(tx, { type: 'user', userId: user.id, email: user.email }, 'logout', user);
