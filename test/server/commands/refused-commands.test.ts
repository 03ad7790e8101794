import { randomBytes } from 'node:crypto';
import { expect, inject, it, onTestFinished } from 'vitest';
import { runCommand } from '../../support/command.ts';
import { onServer, ownDatabase } from '../../support/databases.ts';

const CREATE = ['tenant', 'create', '--name', 'A', '--plan', 'Pro'];

/** A database, and a role that may only connect. */
async function useDatabase() {
  const own = await ownDatabase(inject('serverUrl'), 'tradepost_template');
  const role = `role_${randomBytes(6).toString('hex')}`;
  const asOperator = (sql: string) => onServer(own.url, (client) => client.query(sql));
  await asOperator(`CREATE ROLE ${role} LOGIN PASSWORD 'p'`);
  onTestFinished(async () => {
    await own.drop();
    await onServer(inject('serverUrl'), (client) => client.query(`DROP ROLE ${role}`));
  });
  const roleUrl = Object.assign(new URL(own.url), { username: role, password: 'p' }).href;
  return { url: own.url, name: new URL(own.url).pathname.slice(1), role, roleUrl, asOperator };
}

async function refusal(url: string): Promise<string> {
  const result = await runCommand(CREATE, { DATABASE_URL: url, TRADEPOST_SECRET_KEY: 's'.repeat(64) });
  expect([result.code, result.stdout, result.stderr.trimEnd().split('\n').length]).toEqual([1, '', 1]);
  return result.stderr;
}

it('a command on a read-only database says so in a sentence', async () => {
  const { url, name, asOperator } = await useDatabase();
  await asOperator(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  expect(await refusal(url)).toBe(
    'PostgreSQL refuses it (25006): cannot execute INSERT in a read-only transaction. Run the command on the primary, or end the read-only mode.\n',
  );
});

it('a command without the right to write says so in a sentence', async () => {
  const { roleUrl } = await useDatabase();
  expect(await refusal(roleUrl)).toMatch(
    /^PostgreSQL refuses it \(42501\): permission denied for .*\. Grant the right, or change the user in DATABASE_URL\.\n$/,
  );
});

it('a command beyond a connection limit says so in a sentence', async () => {
  const { role, roleUrl, asOperator } = await useDatabase();
  await asOperator(`ALTER ROLE ${role} CONNECTION LIMIT 0`);
  expect(await refusal(roleUrl)).toMatch(/refuses the connection: too many connections for role/);
});

it('a command on a full disk says so in a sentence', async () => {
  const { url, asOperator } = await useDatabase();
  // A trigger raises what PostgreSQL raises: a test can't fill a disk.
  await asOperator(`CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
    CREATE TRIGGER disk_full BEFORE INSERT ON tenants FOR EACH ROW EXECUTE FUNCTION disk_full()`);
  expect(await refusal(url)).toBe(
    'PostgreSQL refuses it (53100): could not extend file. Free space on its disk.\n',
  );
});

it.each([
  [['serve', '--nonsense'], 2],
  [['serve', '--roles'], 2],
  [['tenant', 'create'], 2],
  [['nonsense'], 2],
  [['tenant', 'create', '--help'], 0],
])('%j exits with %i', async (args, code) => {
  expect((await runCommand(args)).code).toBe(code);
});

it('help marks what a command requires', async () => {
  const { stdout } = await runCommand(['delivery', 'hold', '--help']);
  expect(stdout).toMatch(/--reason <text> .*\(required\)/);
  expect(stdout).not.toMatch(/--tenant.*\(required\)/);
});
