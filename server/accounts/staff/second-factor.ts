import type { SecretBox } from '../../base/secrets/secret-box.ts';
import type { Transaction } from '../../db/querier.ts';
import { build, firstOf } from '../../db/sql/query-builder.ts';
import type { Actor } from '../audit/actor.ts';
import { recordAudit } from '../audit/store.ts';
import { confirmFactor, removeFactor, renewRecoveryCodes } from '../second-factor/store.ts';
import { endSessions } from './user-changes.ts';
import { auditUser, factorOf, type UserKey } from './users.ts';

type Self = UserKey & { readonly email: string };
const actorOf = ({ id, email }: Self): Actor => ({ type: 'user', userId: id, email });

/** The user's own. Returns the recovery codes, or undefined if the code is wrong. */
export async function enableFactor(
  tx: Transaction,
  user: Self,
  box: SecretBox,
  code: string,
  nowMs: number,
): Promise<readonly string[] | undefined> {
  const codes = await confirmFactor(tx, box, factorOf(user), code, nowMs);
  if (codes) await auditUser(tx, actorOf(user), 'second_factor.enabled', user);
  return codes;
}

export async function replaceRecoveryCodes(
  tx: Transaction,
  user: Self,
): Promise<readonly string[] | undefined> {
  const codes = await renewRecoveryCodes(tx, factorOf(user));
  if (codes) await auditUser(tx, actorOf(user), 'second_factor.codes_renewed', user);
  return codes;
}

export async function disableFactor(tx: Transaction, user: Self): Promise<void> {
  if (await removeFactor(tx, factorOf(user)))
    await auditUser(tx, actorOf(user), 'second_factor.removed', user);
}

/** Somebody else's, whose phone is lost: whoever holds it is logged out. False if there was none. */
export async function resetFactor(tx: Transaction, actor: Actor, user: Self): Promise<boolean> {
  if (!(await removeFactor(tx, factorOf(user)))) return false;
  await endSessions(tx, actor, user);
  await auditUser(tx, actor, 'second_factor.removed', user);
  return true;
}

/** Whether everybody of the tenant needs one: from the next click on, whoever has none is led to setting it up. */
export async function requireSecondFactor(
  tx: Transaction,
  actor: Actor,
  tenantId: number,
  required: boolean,
): Promise<void> {
  const change = build('tenants')
    .where({ tenant_id: tenantId, second_factor_required: !required })
    .update({ second_factor_required: required });
  const changed = await firstOf<{ name: string }>(tx, change.returning('name'));
  if (!changed) return;
  const target = { type: 'tenant', id: tenantId, name: changed.name } as const;
  await recordAudit(tx, { tenantId, actor, action: 'second_factor.required', target, details: { required } });
}
