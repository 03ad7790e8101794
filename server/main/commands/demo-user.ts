import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { randomText } from '../../accounts/api-keys/key.ts';
import { OPERATOR } from '../../accounts/audit/actor.ts';
import { findUsersByEmail, parametersFor } from '../../accounts/staff/login-users.ts';
import { hashPassword, verifyPassword } from '../../accounts/staff/password.ts';
import { ROLES } from '../../accounts/staff/rules/roles.ts';
import { createUser } from '../../accounts/staff/user-changes.ts';
import { findTenantByName } from '../../accounts/tenants/store.ts';
import { replaceFile } from '../../base/atomic-file.ts';
import type { Context } from '../context.ts';
import { DEMO_TENANT } from './seed.ts';

const EMAIL = 'demo@example.com';
const PASSWORD_CHARACTERS = 20; // 62^20 is more than 119 bits

export interface DemoLogin {
  readonly email: string;
  /** Undefined if the password has been changed since: it stays as it is, and only its hash is known. */
  readonly password: string | undefined;
}

/** Creates a user of the demo tenant who owns it, unless there is one. The password is kept in the data folder. */
export async function seedDemoUser(context: Context): Promise<DemoLogin> {
  const { db, config } = context;
  const tenantId = (await findTenantByName(db, DEMO_TENANT))!;
  const file = path.join(config.dataDir, 'demo-password');
  const kept = (await readFile(file, 'utf8').catch(() => '')).trim();
  const user = (await findUsersByEmail(db, EMAIL)).find((each) => each.tenantId === tenantId);
  if (user) {
    const isKept = kept !== '' && (await verifyPassword(kept, user.passwordHash));
    return { email: EMAIL, password: isKept ? kept : undefined };
  }
  const password = kept || randomText(PASSWORD_CHARACTERS, randomInt);
  // Before the user: were the process killed in between, nobody would know the password.
  await replaceFile(file, `${password}\n`);
  const passwordHash = await hashPassword(password, await parametersFor(db, EMAIL));
  const demo = { tenantId, email: EMAIL, name: 'Demo', permissions: ROLES.owner, passwordHash };
  await db.transaction((tx) => createUser(tx, OPERATOR, demo));
  return { email: EMAIL, password };
}
