import type { Querier } from '../../db/querier.ts';
import { build, firstOf, runQuery } from '../../db/sql/query-builder.ts';
import type { LoginUser } from '../staff/login-users.ts';
import type { People, SessionKey } from '../staff/people.ts';
import { auditOperator, NO_TENANT, operatorFactor, operators } from './operators.ts';

const enrolled = () => operators().whereNotNull('f.operator_id').whereNotNull('o.password');

/** Whoever has no second factor can't log in: only the link leads to one. */
const findByEmail = (db: Querier, email: string): Promise<LoginUser[]> =>
  runQuery<LoginUser>(
    db,
    enrolled()
      .whereRaw('lower(o.email) = lower(?)', [email])
      .select({
        id: 'o.id',
        email: 'o.email',
        passwordHash: 'o.password',
        sessionVersion: 'o.session_version',
      })
      .select(
        build.raw(
          `${NO_TENANT} AS "tenantId", '' AS "tenantName", false AS disabled, true AS "secondFactor"`,
        ),
      ),
  );

/** As the session says; what is asked for before changes is always a code. */
export interface SessionOperator {
  readonly tenantId: typeof NO_TENANT;
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly secondFactor: true;
}

/** Undefined if the operator is gone, or has a new second factor since. */
export async function findSessionOperator(
  db: Querier,
  { tenantId, userId, version }: SessionKey,
): Promise<SessionOperator | undefined> {
  if (tenantId !== NO_TENANT) return undefined;
  const query = enrolled().where({ 'o.id': userId, 'o.session_version': version });
  const found = await firstOf<SessionOperator>(
    db,
    query.select({ id: 'o.id', email: 'o.email', name: 'o.name' }),
  );
  return found && { ...found, tenantId: NO_TENANT, secondFactor: true };
}

const actorOf = ({ email }: { readonly email: string }) => ({ type: 'operator', name: email }) as const;

export const OPERATORS: People = {
  factorOf: operatorFactor,
  findByEmail,
  recordLogin: async (tx, operator, address) => {
    const { id, sessionVersion } = operator;
    const update = build('operators')
      .where({ id, session_version: sessionVersion })
      .update({ last_login_at: build.fn.now() });
    if (!(await firstOf(tx, update.returning('id')))) return false;
    await auditOperator(tx, actorOf(operator), 'login.succeeded', operator, { address });
    return true;
  },
  /** The first of an hour: a flood must not fill the audit. */
  recordFailedLogin: async (tx, operator, address) => {
    const update = build('operators')
      .where({ id: operator.id })
      .whereRaw("coalesce(failed_at, '-infinity') < statement_timestamp() - interval '1 hour'")
      .update({ failed_at: build.fn.now() });
    if (await firstOf(tx, update.returning('id')))
      await auditOperator(tx, actorOf(operator), 'login.failed', operator, { address });
  },
  recordLogout: async (db, session) => {
    const operator = await findSessionOperator(db, session);
    if (operator) await db.transaction((tx) => auditOperator(tx, actorOf(operator), 'logout', operator));
  },
};
