import type { Step } from './migration.ts';

/** Those who operate the service, and their sessions. They are no tenant's, so no column is named tenant_id. */
export const name = '067-operators';

export const steps: readonly Step[] = [
  `CREATE TABLE operators (
     id serial PRIMARY KEY,
     email text NOT NULL,
     name text NOT NULL,
     -- Null before the link was used.
     password text,
     session_version integer NOT NULL DEFAULT 1,
     -- Of the link with which a password and a second factor are set.
     link_hash bytea,
     link_expires_at timestamptz(3),
     -- The last form that created something: sending it again creates nothing.
     form_token text,
     last_login_at timestamptz(3),
     -- When the audit was last told of a login that failed.
     failed_at timestamptz(3),
     created_at timestamptz(3) NOT NULL DEFAULT statement_timestamp()
   );
   CREATE UNIQUE INDEX operators__email__unique ON operators (lower(email));

   CREATE TABLE operator_second_factors (
     operator_id integer PRIMARY KEY REFERENCES operators ON DELETE CASCADE,
     secret bytea NOT NULL,
     confirmed_at timestamptz(3),
     last_step bigint NOT NULL DEFAULT 0,
     recovery_hashes text[] NOT NULL DEFAULT '{}'
   );

   CREATE TABLE panel.operator_sessions (
     sid text PRIMARY KEY,
     sess json NOT NULL,
     expire timestamptz NOT NULL
   );
   CREATE INDEX operator_sessions_expire ON panel.operator_sessions (expire)`,
];
