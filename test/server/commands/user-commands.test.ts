import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { verifyPassword } from '../../../server/accounts/staff/password.ts';
import { PERMISSIONS, ROLES } from '../../../server/accounts/staff/rules/roles.ts';
import { runCommand as runProcess } from '../../support/command.ts';
import { type OwnDatabase, onServer, ownDatabase } from '../../support/databases.ts';
import { report, runCommand } from '../../support/in-process-command.ts';

const PASSWORD = 'correct horse battery';
let database: OwnDatabase;
let env: Record<string, string>;

beforeAll(async () => {
  database = await ownDatabase(inject('serverUrl'), 'tradepost_template');
  env = { DATABASE_URL: database.url, TRADEPOST_SECRET_KEY: 'k'.repeat(64) };
});
afterAll(() => database.drop());

const rows = <T extends object>(sql: string, values: unknown[] = []): Promise<T[]> =>
  onServer(database.url, async (client) => (await client.query<T>(sql, values)).rows);

async function makeTenant(): Promise<string> {
  const create = ['tenant', 'create', '--name', 'Loja', '--plan', 'Basic'];
  return String((await report<{ tenant_id: number }>(create, env)).tenant_id);
}

async function makeUser(tenant: string, email: string, permissions = 'all'): Promise<string> {
  const options = ['--tenant', tenant, '--email', email, '--permissions', permissions, '--password-stdin'];
  const made = await report<{ user_id: number }>(['user', 'create', ...options], env, PASSWORD);
  return String(made.user_id);
}

interface UserRow {
  password: string;
  session_version: number;
  disabled_at: Date | null;
  permissions: string[];
}
const userRow = async (id: string): Promise<UserRow> =>
  (await rows<UserRow>('SELECT * FROM users WHERE id = $1', [id]))[0]!;

const audited = async (tenant: string): Promise<unknown[]> => {
  const found = await rows<{ actor_type: string; action: string; target_name: string }>(
    'SELECT actor_type, action, target_name FROM audit_entries WHERE tenant_id = $1 ORDER BY id',
    [tenant],
  );
  return found.map(({ actor_type, action, target_name }) => `${actor_type} ${action} ${target_name}`);
};

describe('tradepost tenant create', () => {
  it('takes the time zone that the panel shows, and is the first entry of the audit', async () => {
    const create = ['tenant', 'create', '--name', 'Amazonas', '--plan', 'Pro'];
    expect(await report(create, env)).toMatchObject({ time_zone: 'America/Sao_Paulo' });
    const made = await report<{ tenant_id: number }>([...create, '--time-zone', 'America/Manaus'], env);
    const [tenant] = await rows('SELECT time_zone FROM tenants WHERE tenant_id = $1', [made.tenant_id]);
    expect(tenant).toEqual({ time_zone: 'America/Manaus' });
    expect(await audited(String(made.tenant_id))).toEqual(['operator tenant.created Amazonas']);
  });

  it.each(['Brasilia', '-03:00', ''])('refuses %j as a time zone', async (zone) => {
    const create = ['tenant', 'create', '--name', 'x', '--plan', 'Pro', `--time-zone=${zone}`];
    expect(await runCommand(create, env)).toMatchObject({
      code: 2,
      stderr: `--time-zone is ${zone}; it must be a name of the IANA database, such as America/Sao_Paulo.\n`,
    });
  });
});

describe('tradepost user invite', () => {
  const invite = (tenant: string, email: string, settings = {}) =>
    report<{ link: string; link_hours: number }>(
      ['user', 'invite', '--tenant', tenant, '--email', email, '--role', 'owner', '--reason', 'new shop'],
      { ...env, ...settings },
    );

  it("prints the link at the panel's address if the settings have it, and audits it", async () => {
    const tenant = await makeTenant();
    const { link, link_hours } = await invite(tenant, 'ana@b.example', { PANEL_URL: 'https://p.example' });
    expect([link, link_hours]).toEqual([
      expect.stringMatching(/^https:\/\/p\.example\/panel\/link\/[\w-]{43}$/),
      168,
    ]);
    expect((await invite(tenant, 'ana@b.example')).link).toMatch(/^\/panel\/link\//);
    expect((await audited(tenant)).at(-1)).toBe('operator user.invited ana@b.example');
  });

  it('refuses somebody who is a user, and what is no address', async () => {
    const tenant = await makeTenant();
    await makeUser(tenant, 'rui@b.example');
    const args = ['user', 'invite', '--tenant', tenant, '--role', 'owner', '--email'];
    expect((await runCommand([...args, 'RUI@b.example'], env)).stderr).toContain('already has a user');
    expect((await runCommand([...args, 'rui'], env)).stderr).toContain('--email is rui');
  });
});

describe('tradepost user', () => {
  it('create takes a name, and the permissions none', async () => {
    const tenant = await makeTenant();
    const options = [
      '--tenant',
      tenant,
      '--email',
      'lia@example.com',
      '--name',
      'Lia',
      '--permissions',
      'none',
    ];
    const made = await report(['user', 'create', ...options, '--password-stdin'], env, PASSWORD);
    expect(made).toMatchObject({ name: 'Lia', permissions: [] });
    expect(await audited(tenant)).toContain('operator user.created lia@example.com');
  });

  it.each([
    ['short', 'The password must have at least 12 characters.\n'],
    ['x'.repeat(257), 'The password has 257 characters; the maximum is 256.\n'],
  ])('create refuses the password %j', async (password, stderr) => {
    const tenant = await makeTenant();
    const options = [
      '--tenant',
      tenant,
      '--email',
      'a@example.com',
      '--permissions',
      'all',
      '--password-stdin',
    ];
    expect(await runCommand(['user', 'create', ...options], env, password)).toMatchObject({
      code: 2,
      stderr,
    });
  });

  it("list shows a tenant's users as a table, or as JSON", async () => {
    const tenant = await makeTenant();
    const rui = await makeUser(tenant, 'rui@example.com', 'webhook.manage');
    const ana = await makeUser(tenant, 'ana@example.com');
    await makeUser(await makeTenant(), 'other@example.com');
    const { stdout } = await runCommand(['user', 'list', '--tenant', tenant], env);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.trim().split(/ {2,}/))).toEqual([
      ['user_id', 'tenant_id', 'email', 'name', 'permissions', 'status', 'last_login_at'],
      [rui, tenant, 'rui@example.com', '-', 'webhook.manage', 'enabled', '-'],
      [ana, tenant, 'ana@example.com', '-', PERMISSIONS.join(','), 'enabled', '-'],
    ]);
    expect(await report(['user', 'list', '--tenant', tenant], env)).toMatchObject([
      { user_id: Number(rui), tenant_id: Number(tenant) },
      { user_id: Number(ana), permissions: PERMISSIONS, last_login_at: null },
    ]);
  });

  it('disable ends the sessions, and enable lets the user in again', async () => {
    const tenant = await makeTenant();
    const id = await makeUser(tenant, 'ana@example.com');
    expect(await report(['user', 'disable', id], env)).toEqual({ user_id: Number(id), status: 'disabled' });
    await report(['user', 'disable', id], env);
    expect(await userRow(id)).toMatchObject({ session_version: 2, disabled_at: expect.any(Date) });
    await report(['user', 'enable', id], env);
    expect(await userRow(id)).toMatchObject({ session_version: 2, disabled_at: null });
    expect((await audited(tenant)).slice(2)).toEqual([
      'operator user.disabled ana@example.com',
      'operator user.enabled ana@example.com',
    ]);
  });

  it('set-password ends the sessions, and prints and records no password', async () => {
    const tenant = await makeTenant();
    const id = await makeUser(tenant, 'ana@example.com');
    const done = await runProcess(['user', 'set-password', id, '--password-stdin'], env, 'staple of 2026\n');
    expect(done).toMatchObject({ code: 0, stdout: `user_id: ${id}\nstatus: password set, sessions ended\n` });
    const { password, session_version } = await userRow(id);
    expect(session_version).toBe(2);
    expect(await verifyPassword('staple of 2026', password)).toBe(true);
    expect(await audited(tenant)).toContain('operator user.password_set ana@example.com');
    expect(JSON.stringify(await rows('SELECT * FROM audit_entries'))).not.toMatch(/staple|scrypt/);
  });

  it('create and set-permissions take a role, or permissions, but not both and not neither', async () => {
    const tenant = await makeTenant();
    const create = (...options: string[]) => [
      ...['user', 'create', '--tenant', tenant, '--email', 'lia@example.com', '--password-stdin', ...options],
    ];
    for (const options of [[], ['--role', 'owner', '--permissions', 'all']])
      expect(await runCommand(create(...options), env, PASSWORD)).toMatchObject({
        code: 2,
        stderr: 'Give either --role or --permissions.\n',
      });
    expect(await runCommand(create('--role', 'boss'), env, PASSWORD)).toMatchObject({
      code: 2,
      stderr: '--role is boss; it must be one of owner, developer, support, viewer.\n',
    });
    const made = await report<{ user_id: number }>(create('--role', 'support'), env, PASSWORD);
    expect(made).toMatchObject({ permissions: ROLES.support });
    const set = ['user', 'set-permissions', String(made.user_id), '--role', 'viewer'];
    expect(await report(set, env)).toMatchObject({ permissions: ROLES.viewer });
  });

  it('set-permissions takes effect without ending the sessions, and records both lists', async () => {
    const tenant = await makeTenant();
    const id = await makeUser(tenant, 'ana@example.com');
    const set = ['user', 'set-permissions', id, '--permissions', 'webhook.manage'];
    expect(await report(set, env)).toEqual({ user_id: Number(id), permissions: ['webhook.manage'] });
    expect(await userRow(id)).toMatchObject({ session_version: 1, permissions: ['webhook.manage'] });
    const [entry] = await rows(
      "SELECT details FROM audit_entries WHERE action = 'user.permissions_set' AND target_id = $1",
      [id],
    );
    expect(entry).toEqual({
      details: { permissions: ['webhook.manage'], previous: PERMISSIONS },
    });
  });

  it('users of one address share the salt, so that a login computes one hash', async () => {
    const [first, second] = [await makeTenant(), await makeTenant()];
    const a = await makeUser(first, 'shared@example.com');
    const b = await makeUser(second, 'Shared@example.com');
    await report(['user', 'set-password', b, '--password-stdin'], env, 'another password');
    const salts = [await userRow(a), await userRow(b)].map(({ password }) => password.split('$')[4]);
    expect(salts[0]).toBe(salts[1]);
    const other = await userRow(await makeUser(first, 'alone@example.com'));
    expect(other.password.split('$')[4]).not.toBe(salts[0]);
  });

  it.each([
    ['disable', []],
    ['enable', []],
    ['set-password', ['--password-stdin']],
    ['set-permissions', ['--permissions', 'all']],
  ])('%s refuses a user that does not exist', async (name, options) => {
    expect(await runCommand(['user', name, '999', ...options], env, PASSWORD)).toMatchObject({
      code: 2,
      stderr: 'There is no user 999.\n',
    });
  });

  it('set-permissions refuses an unknown permission', async () => {
    const id = await makeUser(await makeTenant(), 'ana@example.com');
    const refused = await runCommand(['user', 'set-permissions', id, '--permissions', 'order.manage'], env);
    expect(refused).toMatchObject({
      code: 2,
      stderr: `--permissions has an unknown permission: order.manage; use ${PERMISSIONS.join(', ')}.\n`,
    });
  });
});
