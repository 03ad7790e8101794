import type { Querier } from '../db/querier.ts';
import { firstRow } from '../db/resource-table.ts';
import { hashPassword } from './password.ts';

/** What a user of the panel may do. */
export const PERMISSIONS = ['api_key.manage', 'webhook.manage'] as const;

/** A password shorter than this is guessed too soon (NIST SP 800-63B, 3.1.1.2: 15 where it stands alone; we ask 12). */
export const MIN_PASSWORD_CHARACTERS = 12;

export interface NewUser {
  readonly tenantId: number;
  readonly email: string;
  readonly permissions: readonly string[];
  readonly password: string;
}

export async function insertUser(db: Querier, user: NewUser): Promise<number> {
  const password = await hashPassword(user.password);
  const row = await firstRow<{ id: number }>(
    db,
    'INSERT INTO users (tenant_id, email, password, permissions) VALUES ($1, $2, $3, $4) RETURNING id',
    [user.tenantId, user.email, password, user.permissions],
  );
  return row!.id;
}
