import type { SecretBox } from '../../base/secrets/secret-box.ts';
import type { Querier, Transaction } from '../../db/querier.ts';
import { build, firstOf } from '../../db/sql/query-builder.ts';
import { beginFactor, confirmFactor, renewRecoveryCodes } from '../second-factor/store.ts';
import { isToken, tokenHash } from '../staff/links.ts';
import type { LoginRecord } from '../staff/login-records.ts';
import { auditOperator, NO_TENANT, operatorFactor } from './operators.ts';

/** The operator of a link that works now. */
export interface Enrolment {
  readonly id: number;
  readonly email: string;
  readonly name: string;
}

const openLink = (token: string) =>
  build('operators').where('link_hash', tokenHash(token)).whereRaw('link_expires_at > statement_timestamp()');

/** Undefined whatever the reason. There are few operators, so there is no index. */
export async function findEnrolment(db: Querier, token: string): Promise<Enrolment | undefined> {
  if (!isToken(token)) return undefined;
  return firstOf<Enrolment>(db, openLink(token).select('id', 'email', 'name'));
}

/** The first step: the password, and a key for the app. The link works on, and nobody logs in before the second step. */
export async function choosePassword(
  tx: Transaction,
  box: SecretBox,
  token: string,
  password: string,
): Promise<boolean> {
  const found = await firstOf<{ id: number }>(tx, openLink(token).update({ password }).returning('id'));
  if (found) await beginFactor(tx, box, operatorFactor(found));
  return found !== undefined;
}

interface Enrolled {
  /** For recovery. */
  readonly codes: readonly string[];
  readonly login: LoginRecord;
}

/** For who hasn't kept them. Those before stop working. Undefined if the operator's factor was taken away. */
export async function renewOperatorCodes(
  tx: Transaction,
  operator: Pick<Enrolment, 'id' | 'email'>,
): Promise<readonly string[] | undefined> {
  const codes = await renewRecoveryCodes(tx, operatorFactor(operator));
  const actor = { type: 'operator', name: operator.email } as const;
  if (codes) await auditOperator(tx, actor, 'second_factor.codes_renewed', operator);
  return codes;
}

/** The second step uses the link up. Undefined if the code is wrong. */
export async function completeEnrolment(
  tx: Transaction,
  box: SecretBox,
  { token, code, nowMs }: { readonly token: string; readonly code: string; readonly nowMs: number },
): Promise<Enrolled | undefined> {
  const operator = await firstOf<Omit<LoginRecord, 'tenantId'>>(
    tx,
    openLink(token)
      .whereNotNull('password')
      .select('id', 'email', { sessionVersion: 'session_version' })
      .forUpdate(),
  );
  const codes = operator && (await confirmFactor(tx, box, operatorFactor(operator), code, nowMs));
  if (!codes) return undefined;
  const values = { link_hash: null, link_expires_at: null };
  await firstOf(tx, build('operators').where({ id: operator.id }).update(values));
  await auditOperator(tx, { type: 'operator', name: operator.email }, 'operator.enrolled', operator);
  return { codes, login: { ...operator, tenantId: NO_TENANT } };
}
