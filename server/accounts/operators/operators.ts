import type { Querier, Transaction } from '../../db/querier.ts';
import { build, firstOf, runQuery } from '../../db/sql/query-builder.ts';
import type { Actor } from '../audit/actor.ts';
import { type OperatorAction, recordOperatorAction } from '../audit/operator-actions.ts';
import { type FactorOwner, removeFactor } from '../second-factor/store.ts';
import { newToken, tokenHash } from '../staff/links.ts';

/** Operators log in as tenants' users do, as those of a tenant that doesn't exist: ids begin at 1. */
export const NO_TENANT = 0;

/** Somebody who operates the service. They are no tenant's, and have a second factor always. */
export interface Operator {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  /** Has a password and a second factor. */
  readonly enrolled: boolean;
  /** RFC 3339, or null before the first login. */
  readonly lastLoginAt: string | null;
}

/** A link for the next working day; after it another one is made. */
export const OPERATOR_LINK_HOURS = 24;
export const operatorLink = (token: string): string => `/console/link/${token}`;

const FACTORS = 'operator_second_factors';

export const operatorFactor = ({ id }: { readonly id: number }): FactorOwner => ({
  table: FACTORS,
  key: { operator_id: id },
  context: `second factor of operator ${id}`,
});

/** Every operator who has a key, for whoever encrypts all of them anew. */
export const operatorFactors = async (db: Querier): Promise<FactorOwner[]> =>
  (await runQuery<{ id: number }>(db, build(FACTORS).select({ id: 'operator_id' }))).map(operatorFactor);

/** With `o.` as the operator and `f.` as the second factor, which is there only once it's confirmed. */
export const operators = () =>
  build('operators as o').leftJoin(`${FACTORS} as f`, (join) =>
    join.on('f.operator_id', 'o.id').andOnNotNull('f.confirmed_at'),
  );

const shown = () =>
  operators()
    .select({ id: 'o.id', email: 'o.email', name: 'o.name' })
    .select(
      build.raw('f.operator_id IS NOT NULL AS enrolled'),
      build.raw('iso(last_login_at) AS "lastLoginAt"'),
    );

export const listOperators = (db: Querier): Promise<Operator[]> =>
  runQuery<Operator>(db, shown().orderBy('o.id'));

export const findOperator = (db: Querier, id: number): Promise<Operator | undefined> =>
  firstOf<Operator>(db, shown().where('o.id', id));

type Named = Pick<Operator, 'id' | 'email'>;

/** Writes what was done with an operator, or what an operator did. */
export const auditOperator = (
  tx: Transaction,
  actor: Actor,
  action: OperatorAction,
  { id, email }: Named,
  details?: object,
): Promise<void> =>
  recordOperatorAction(tx, { actor, action, target: { type: 'operator', id, name: email }, details });

/** A link of `operatorLink`; only the hash of its token is kept, and an earlier one stops working. */
function newLinkValues() {
  const token = newToken();
  const link_expires_at = build.raw(`statement_timestamp() + interval '${OPERATOR_LINK_HOURS} h'`);
  return { token, values: { link_hash: tokenHash(token), link_expires_at } };
}

/** Returns the token of the link. Violates operators__email__unique if an operator has the address. */
export async function createOperator(
  tx: Transaction,
  actor: Actor,
  { email, name }: Pick<Operator, 'email' | 'name'>,
): Promise<{ readonly id: number; readonly token: string }> {
  const { token, values } = newLinkValues();
  const insert = build('operators').insert({ email, name, ...values });
  const { id } = (await firstOf<{ id: number }>(tx, insert.returning('id')))!;
  await auditOperator(tx, actor, 'operator.created', { id, email }, { name });
  return { id, token };
}

const change = (tx: Transaction, id: number, values: object): Promise<Named | undefined> =>
  firstOf<Named>(tx, build('operators').where({ id }).update(values).returning(['id', 'email']));

/** The address may be changed by a command alone, whose user could make another operator as well. False if there is none. */
export async function updateOperator(
  tx: Transaction,
  actor: Actor,
  id: number,
  values: Partial<Pick<Operator, 'email' | 'name'>>,
): Promise<boolean> {
  const changed = await change(tx, id, values);
  if (changed) await auditOperator(tx, actor, 'operator.updated', changed, values);
  return changed !== undefined;
}

/** The sessions end with the row. */
export async function deleteOperator(tx: Transaction, actor: Actor, id: number): Promise<boolean> {
  const deleted = await firstOf<Named>(
    tx,
    build('operators').where({ id }).delete().returning(['id', 'email']),
  );
  if (deleted) await auditOperator(tx, actor, 'operator.deleted', deleted);
  return deleted !== undefined;
}

/** For who lost phone, codes or password: nobody logs in until the new link, whose token is returned, was used. */
export async function resetOperator(tx: Transaction, actor: Actor, id: number): Promise<string | undefined> {
  const { token, values } = newLinkValues();
  const session_version = build.raw('session_version + 1');
  const changed = await change(tx, id, { password: null, session_version, ...values });
  if (!changed) return undefined;
  await removeFactor(tx, operatorFactor({ id }));
  await auditOperator(tx, actor, 'operator.factor_reset', changed);
  return token;
}

/** Whether this form creates something for the first time. A double click sends it twice. */
export const useOperatorForm = async (tx: Transaction, id: number, token: string): Promise<boolean> =>
  (await firstOf(
    tx,
    build('operators')
      .where({ id })
      .whereRaw('form_token IS DISTINCT FROM ?', [token])
      .update({ form_token: token })
      .returning('id'),
  )) !== undefined;
