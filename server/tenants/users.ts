import type { Querier } from '../db/querier.ts';
import { build, firstOf, runQuery } from '../db/query-builder.ts';
import { hashPassword } from './password.ts';

/** What a user of the panel may do. */
export const PERMISSIONS = ['api_key.manage', 'webhook.manage'] as const;

/** Shorter passwords are too easy to guess. NIST SP 800-63B, 3.1.1.2, asks for 15 without a second factor; we ask for 12. */
export const MIN_PASSWORD_CHARACTERS = 12;

export interface NewUser {
  readonly tenantId: number;
  readonly email: string;
  readonly permissions: readonly string[];
  readonly password: string;
}

export async function insertUser(
  db: Querier,
  { tenantId, email, permissions, password }: NewUser,
): Promise<number> {
  const row = { tenant_id: tenantId, email, password: await hashPassword(password), permissions };
  return (await firstOf<{ id: number }>(db, build('users').insert(row).returning('id')))!.id;
}

export interface LoginUser {
  readonly id: number;
  readonly tenantId: number;
  readonly password: string;
  readonly version: number;
}

/** The users with an e-mail address, over all tenants, that aren't disabled. */
export function findUsersByEmail(db: Querier, email: string): Promise<LoginUser[]> {
  const query = build('users')
    .whereRaw('lower(email) = lower(?)', [email])
    .whereNull('disabled_at')
    .orderBy(['tenant_id', 'id'])
    .select({ id: 'id', tenantId: 'tenant_id', password: 'password', version: 'session_version' });
  return runQuery(db, query);
}
