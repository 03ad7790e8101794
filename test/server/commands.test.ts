import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { isPassword } from '../../server/tenants/password.ts';
import { report, runCommand } from '../support/command.ts';
import { type OwnDatabase, onServer, ownDatabase } from '../support/databases.ts';

let database: OwnDatabase;
let env: Record<string, string>;
let tenant: string;

beforeAll(async () => {
  database = await ownDatabase(inject('serverUrl'), 'tradepost_template');
  env = { DATABASE_URL: database.url, TRADEPOST_SECRET_KEY: 'k'.repeat(64) };
  const made = await report<{ tenant_id: number }>(
    ['tenant', 'create', '--name', 'Loja', '--plan', 'Basic'],
    env,
  );
  tenant = String(made.tenant_id);
});
afterAll(() => database.drop());

const rows = <T extends object>(sql: string): Promise<T[]> =>
  onServer(database.url, async (client) => (await client.query<T>(sql)).rows);

describe('tradepost key create', () => {
  it('shows the key once and keeps only its prefix and hash', async () => {
    const args = [
      'key',
      'create',
      '--tenant',
      tenant,
      '--name',
      'ERP',
      '--scopes',
      'orders.read,products.write',
    ];
    const made = await report<{ key: string; prefix: string; key_id: number }>(args, env);
    expect(made).toMatchObject({ scopes: ['orders.read', 'products.write'], expires_at: null });
    expect(made.key).toMatch(/^tp_[0-9A-Za-z]{38}$/);
    expect(made.prefix).toBe(made.key.slice(0, 11));
    expect(JSON.stringify(await rows('SELECT * FROM api_keys'))).not.toContain(made.key.slice(11));
  });

  it('names a scope and a time that it does not know', async () => {
    const create = ['key', 'create', '--tenant', tenant, '--name', 'ERP', '--scopes'];
    const scope = await runCommand([...create, 'orders.read,stock.read'], env);
    expect(scope).toMatchObject({ code: 2, stderr: '--scopes has stock.read, which is no scope.\n' });
    const time = await runCommand([...create, 'all', '--expires', '2027-02-30T00:00:00Z'], env);
    expect(time).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--expires is 2027-02-30T00:00:00Z'),
    });
  });
});

it('keeps a password that came by standard input as a slow hash, and does not print it', async () => {
  const args = [
    'user',
    'create',
    '--tenant',
    tenant,
    '--email',
    'ana@example.com',
    '--permissions',
    'all',
    '--password-stdin',
  ];
  const made = await runCommand(args, env, 'correct horse battery\n');
  expect(made.code).toBe(0);
  expect(made.stdout + made.stderr).not.toContain('horse');
  const [user] = await rows<{ password: string; permissions: string[] }>(
    'SELECT password, permissions FROM users',
  );
  expect(user!.permissions).toEqual(['api_key.manage', 'webhook.manage']);
  expect(await isPassword('correct horse battery', user!.password)).toBe(true);
  expect(await isPassword('correct horse battery\n', user!.password)).toBe(false);
});

it('keeps a webhook secret of 64 letters and digits encrypted', async () => {
  const args = ['webhook', 'create', '--tenant', tenant, '--url', 'http://127.0.0.1:9/', '--events', 'all'];
  const { secret, events } = await report<{ secret: string; events: string[] }>(args, env);
  expect(secret).toMatch(/^[0-9A-Za-z]{64}$/);
  expect(events).toHaveLength(10);
  const [kept] = await rows<{ secret: Buffer }>('SELECT secret FROM webhook_registrations');
  expect(kept!.secret.includes(secret)).toBe(false);
});

it.each([
  [
    'an event that is none',
    ['--url', 'https://example.com', '--events', 'order.lost'],
    '--events has order.lost, which is no event.',
  ],
  [
    'an address that is none',
    ['--url', 'nowhere', '--events', 'all'],
    'The URL cannot be read; it must be like https://example.com/hooks.',
  ],
  [
    'an address with a password',
    ['--url', 'https://u:p@example.com', '--events', 'all'],
    'The URL carries a user name or a password.',
  ],
  [
    'another protocol',
    ['--url', 'ftp://example.com', '--events', 'all'],
    'The URL must begin with https:// or http://.',
  ],
])('refuses a webhook with %s', async (_, args, sentence) => {
  const refused = await runCommand(['webhook', 'create', '--tenant', tenant, ...args], env);
  expect(refused).toMatchObject({ code: 2, stderr: `${sentence}\n` });
});

it('refuses http for a webhook in production', async () => {
  const args = ['webhook', 'create', '--tenant', tenant, '--url', 'http://example.com', '--events', 'all'];
  const refused = await runCommand(args, { ...env, NODE_ENV: 'production' });
  expect(refused).toMatchObject({ code: 2, stderr: 'The URL must begin with https://.\n' });
});

it.each([
  [
    'a tenant that does not exist',
    ['key', 'create', '--tenant', '999', '--name', 'x', '--scopes', 'all'],
    'There is no tenant 999.',
  ],
  [
    'a plan that does not exist',
    ['tenant', 'create', '--name', 'x', '--plan', 'Gold'],
    '--plan is Gold; the plans are Basic, Pro, Enterprise.',
  ],
  ['a key that does not exist', ['key', 'deactivate', '999'], 'There is no key 999.'],
  [
    'a delivery that does not exist',
    ['delivery', 'resend', '0d9f3f0e-5a43-4d92-8f0a-0b9c8f1f6a51'],
    'There is no delivery 0d9f3f0e-5a43-4d92-8f0a-0b9c8f1f6a51, or it is being sent at this moment.',
  ],
  [
    'a role that does not exist',
    ['serve', '--roles', 'api,cook'],
    '--roles has cook; the roles are api, worker.',
  ],
])('names %s', async (_, args, sentence) => {
  expect(await runCommand(args, env)).toMatchObject({ code: 2, stderr: `${sentence}\n` });
});

it('says what to do when the database has no tables or cannot be reached', async () => {
  const create = ['tenant', 'create', '--name', 'x', '--plan', 'Basic'];
  const bare = await runCommand(create, { ...env, DATABASE_URL: inject('serverUrl') });
  expect(bare).toMatchObject({ code: 1, stderr: 'The database has no tables yet. Run: tradepost migrate\n' });
  const away = await runCommand(create, { ...env, DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/x' });
  expect(away).toMatchObject({ code: 1, stderr: 'The database of DATABASE_URL cannot be reached.\n' });
});
