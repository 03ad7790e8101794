export const name = '012-panel-users';

export const sql = `
ALTER TABLE tenants ADD time_zone text NOT NULL DEFAULT 'America/Sao_Paulo';

-- A session holds the version it was started with; raising it ends them all, on every process.
ALTER TABLE users
  ADD name text NOT NULL DEFAULT '',
  ADD disabled_at timestamptz(3),
  ADD session_version integer NOT NULL DEFAULT 1,
  ADD last_login_at timestamptz(3);
-- A login knows the e-mail address and not yet the tenant.
CREATE INDEX users_email ON users (lower(email));

-- connect-pg-simple's own table. Like the rate limit's it lives apart from the tenants' data.
CREATE SCHEMA panel;
CREATE TABLE panel.sessions (
  sid text PRIMARY KEY,
  sess json NOT NULL,
  expire timestamptz NOT NULL
);
CREATE INDEX sessions_expire ON panel.sessions (expire);
`;
