import type { Querier } from '../../db/querier.ts';
import { statement } from '../../db/sql/statement.ts';
import { type HashParameters, hasCurrentCost, newParameters, parametersOf } from './password.ts';
import type { UserKey } from './users.ts';

/** A user whose address was entered at login. */
export interface LoginUser extends UserKey {
  readonly tenantName: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly disabled: boolean;
  readonly sessionVersion: number;
  /** A code is asked for after the password. */
  readonly secondFactor: boolean;
}

const find = statement(
  'find users by e-mail',
  `SELECT u.tenant_id AS "tenantId", u.id, t.name AS "tenantName", u.email, u.password AS "passwordHash",
     u.disabled_at IS NOT NULL AS disabled, u.session_version AS "sessionVersion",
     f.confirmed_at IS NOT NULL AS "secondFactor"
   FROM users u JOIN tenants t USING (tenant_id)
   LEFT JOIN user_second_factors f ON f.tenant_id = u.tenant_id AND f.user_id = u.id
   WHERE lower(u.email) = lower(:email)
     AND t.status IN ('active', 'suspended')
   ORDER BY lower(t.name), u.tenant_id`,
);

/** The users with this address, of all tenants but closed ones: at login the tenant isn't known yet. */
export const findUsersByEmail = (db: Querier, email: string): Promise<LoginUser[]> =>
  find<LoginUser>(db, { email });

/**
 * What to hash a new password with. Users of several tenants with one address share their salt, so that a login computes one
 * hash, however many there are, and its duration doesn't tell.
 */
export const parametersFor = async (db: Querier, email: string): Promise<HashParameters> =>
  sharedParameters(await findUsersByEmail(db, email));

export const sharedParameters = (users: readonly Pick<LoginUser, 'passwordHash'>[]): HashParameters =>
  users.map(({ passwordHash }) => parametersOf(passwordHash)).find(hasCurrentCost) ?? newParameters();
