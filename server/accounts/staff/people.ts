import type { Transactional } from '../../db/pool/database.ts';
import type { Querier, Transaction } from '../../db/querier.ts';
import type { FactorOwner } from '../second-factor/store.ts';
import { type LoginRecord, recordFailedLogin, recordLogin, recordLogout } from './login-records.ts';
import { findUsersByEmail, type LoginUser } from './login-users.ts';
import { findSessionOwner } from './panel-user.ts';
import { factorOf, type UserKey } from './users.ts';

/** Whose a session is, and as of which version of the person's sessions. */
export interface SessionKey {
  readonly tenantId: number;
  readonly userId: number;
  readonly version: number;
}

/** Who logs in: what a login looks up, and what is written down about it. */
export interface People {
  readonly factorOf: (key: UserKey) => FactorOwner;
  /** Those whose password an entered one is compared with. */
  readonly findByEmail: (db: Querier, email: string) => Promise<LoginUser[]>;
  /** False, and nothing is recorded, if the login isn't valid any longer. */
  readonly recordLogin: (tx: Transaction, user: LoginRecord, address: string) => Promise<boolean>;
  readonly recordFailedLogin: (
    tx: Transaction,
    user: UserKey & { readonly email: string },
    address: string,
  ) => Promise<void>;
  /** Of a session that is over already nothing is recorded. */
  readonly recordLogout: (db: Transactional, session: SessionKey) => Promise<void>;
}

/** The users of tenants. */
export const STAFF: People = {
  factorOf,
  findByEmail: findUsersByEmail,
  recordLogin,
  recordFailedLogin,
  recordLogout: async (db, session) => {
    const owner = await findSessionOwner(db, session);
    if (owner) await db.transaction((tx) => recordLogout(tx, owner.user));
  },
};
