import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { verifyPassword } from '../../../server/accounts/staff/password.ts';
import { ROLES } from '../../../server/accounts/staff/rules/roles.ts';
import { report as reportOfProcess, runCommand as runProcess } from '../../support/command.ts';
import { type OwnDatabase, onServer, ownDatabase } from '../../support/databases.ts';
import { report, runCommand } from '../../support/in-process-command.ts';

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

describe('tradepost tenant create', () => {
  const create = ['tenant', 'create', '--name', 'Tienda', '--plan', 'Pro'];

  it("sets the currency of the tenant's amounts, BRL by default", async () => {
    expect(await report(create, env)).toMatchObject({ plan: 'Pro', currency: 'BRL' });
    const made = await report<{ tenant_id: number }>([...create, '--currency', 'ARS'], env);
    expect(made).toMatchObject({ name: 'Tienda', plan: 'Pro', currency: 'ARS' });
    expect(await rows(`SELECT currency FROM tenants WHERE tenant_id = ${made.tenant_id}`)).toEqual([
      { currency: 'ARS' },
    ]);
  });

  it.each(['JPY', 'brl'])('refuses %j as a currency', async (code) => {
    const sentence = `--currency is ${code}; it must be the ISO 4217 code of a currency with 2 decimals, such as BRL.\n`;
    const refused = await runCommand([...create, '--currency', code], env);
    expect(refused).toMatchObject({ code: 2, stderr: sentence });
  });
});
const EMPTY_NAME = '--name must not be empty.';

describe('tradepost key create', () => {
  it('shows the key once and stores only its prefix and hash', async () => {
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
    const made = await reportOfProcess<{ key: string; prefix: string; key_id: number }>(args, env);
    expect(made).toMatchObject({ scopes: ['orders.read', 'products.write'], expires_at: null });
    expect(made.key).toMatch(/^tp_[0-9A-Za-z]{38}$/);
    expect(made.prefix).toBe(made.key.slice(0, 11));
    expect(JSON.stringify(await rows('SELECT * FROM api_keys'))).not.toContain(made.key.slice(11));
  });

  it('refuses a name that is empty or has control characters, and no scope at all', async () => {
    const create = ['key', 'create', '--tenant', tenant, '--name'];
    const refused = async (...args: string[]): Promise<string> => {
      const { code, stderr } = await runCommand([...create, ...args], env);
      return `${code} ${stderr}`;
    };
    const before = await rows('SELECT id FROM api_keys');
    expect(await refused('', '--scopes', 'all')).toBe(`2 ${EMPTY_NAME}\n`);
    expect(await refused('a\nb', '--scopes', 'all')).toMatch(/^2 --name has a line break/);
    expect(await refused('ERP', '--scopes', '')).toBe('2 --scopes has an unknown scope: (empty).\n');
    expect(await rows('SELECT id FROM api_keys')).toEqual(before);
  });

  it('refuses an unknown scope, and an expiry time that does not exist or is past', async () => {
    const create = ['key', 'create', '--tenant', tenant, '--name', 'ERP', '--scopes'];
    const scope = await runCommand([...create, 'orders.read,stock.read'], env);
    expect(scope).toMatchObject({ code: 2, stderr: '--scopes has an unknown scope: stock.read.\n' });
    const time = await runCommand([...create, 'all', '--expires', '2027-02-30T00:00:00Z'], env);
    expect(time).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--expires is 2027-02-30T00:00:00Z'),
    });
    const past = await runCommand([...create, 'all', '--expires', '2020-01-31T00:00:00Z'], env);
    expect(past).toMatchObject({
      code: 2,
      stderr: '--expires is 2020-01-31T00:00:00Z, which is in the past.\n',
    });
  });
});

async function newKey(name: string): Promise<{ key_id: number; prefix: string }> {
  return report(['key', 'create', '--tenant', tenant, '--name', name, '--scopes', 'orders.read'], env);
}

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);

describe('tradepost key list', () => {
  it("shows the tenant's keys as JSON, and as a table that a key's name can't forge", async () => {
    const { tenant_id } = await report<{ tenant_id: number }>(
      ['tenant', 'create', '--name', 'Filial', '--plan', 'Pro'],
      env,
    );
    const list = ['key', 'list', '--tenant', String(tenant_id)];
    expect(await report(list, env)).toEqual([]);
    const create = ['key', 'create', '--tenant', String(tenant_id), '--scopes', 'orders.read,orders.write'];
    const made = await report<{ key_id: number; key: string; prefix: string }>(
      [...create, '--name', 'ERP \u202e1202', '--expires', '2099-01-31T00:00:00Z'],
      env,
    );
    expect(await report(list, env)).toEqual([
      {
        key_id: made.key_id,
        name: 'ERP \u202e1202',
        prefix: made.prefix,
        status: 'active',
        last_used_at: null,
        expires_at: '2099-01-31T00:00:00.000Z',
        created_at: TIME,
        predecessor_id: null,
        scopes: ['orders.read', 'orders.write'],
      },
    ]);
    const { stdout } = await runCommand(list, env);
    expect(stdout).toMatch(/^key_id +name +prefix +status /);
    expect(stdout).toContain('ERP  1202');
    expect(stdout).not.toContain(made.key.slice(11));
  });

  it('refuses an unknown tenant', async () => {
    const refused = await runCommand(['key', 'list', '--tenant', '999999'], env);
    expect(refused).toMatchObject({ code: 2, stderr: 'There is no tenant 999999.\n' });
  });
});

describe('tradepost key deactivate and key delete', () => {
  it('take a key by its id, and say which one it was', async () => {
    const { key_id, prefix } = await newKey('Importador');
    expect(await reportOfProcess(['key', 'deactivate', String(key_id)], env)).toEqual({
      key_id,
      status: 'inactive',
    });
    expect(await rows(`SELECT active FROM api_keys WHERE id = ${key_id}`)).toEqual([{ active: false }]);
    expect(await report(['key', 'delete', String(key_id)], env)).toEqual({
      key_id,
      name: 'Importador',
      prefix,
      status: 'deleted',
    });
    expect(await rows(`SELECT id FROM api_keys WHERE id = ${key_id}`)).toEqual([]);
  });

  it('leave in the audit that an operator did it', async () => {
    const { key_id } = await newKey('BI');
    await report(['key', 'delete', String(key_id)], env);
    const entries = `SELECT action, actor_type, target_name FROM audit_entries
      WHERE target_type = 'api_key' AND target_id = '${key_id}' ORDER BY id`;
    expect(await rows(entries)).toEqual([
      { action: 'api_key.created', actor_type: 'operator', target_name: 'BI' },
      { action: 'api_key.deleted', actor_type: 'operator', target_name: 'BI' },
    ]);
  });

  it.each(['deactivate', 'delete'])('key %s refuses an id that no key has', async (word) => {
    const unknown = await runCommand(['key', word, '999999'], env);
    expect(unknown).toMatchObject({ code: 2, stderr: 'There is no key 999999.\n' });
    const malformed = await runCommand(['key', word, 'tp_abc'], env);
    expect(malformed).toMatchObject({ code: 2, stderr: expect.stringContaining('must be an integer') });
  });
});

it('user create stores the password from standard input as a slow hash, and does not print it', async () => {
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
  const made = await runProcess(args, env, 'correct horse battery\n');
  expect(made.code).toBe(0);
  expect(made.stdout + made.stderr).not.toContain('horse');
  const [user] = await rows<{ password: string; permissions: string[] }>(
    'SELECT password, permissions FROM users',
  );
  expect(user!.permissions).toEqual(ROLES.owner);
  expect(await verifyPassword('correct horse battery', user!.password)).toBe(true);
  expect(await verifyPassword('correct horse battery\n', user!.password)).toBe(false);
});

it('webhook create generates a secret of 64 letters and digits, and stores it encrypted', async () => {
  const args = ['webhook', 'create', '--tenant', tenant, '--url', 'http://127.0.0.1:9/', '--events', 'all'];
  const { secret, events } = await report<{ secret: string; events: string[] }>(args, env);
  expect(secret).toMatch(/^[0-9A-Za-z]{64}$/);
  expect(events).toHaveLength(10);
  const [kept] = await rows<{ secret: Buffer }>('SELECT secret FROM webhook_registrations');
  expect(kept!.secret.includes(secret)).toBe(false);
});

it('webhook commands refuse a plan without webhooks, whose endpoints would silently get nothing', async () => {
  const made = await report<{ tenant_id: number }>(
    ['tenant', 'create', '--name', 'Sem', '--plan', 'Pro'],
    env,
  );
  const own = String(made.tenant_id);
  const create = ['webhook', 'create', '--tenant', own, '--url', 'http://127.0.0.1:9/', '--events', 'all'];
  const { webhook_id } = await report<{ webhook_id: number }>(create, env);
  await rows(`UPDATE tenants SET webhooks_enabled = false WHERE tenant_id = ${own}`);
  const sentence = `The plan of tenant ${own}, Pro, doesn't include webhooks.\n`;
  const id = String(webhook_id);
  for (const args of [
    create,
    ['webhook', 'activate', id],
    ['webhook', 'recover', id, '--from', '2026-01-01T00:00:00Z'],
  ])
    expect(await runCommand(args, env)).toMatchObject({ code: 2, stderr: sentence });
  expect(await rows(`SELECT id FROM webhook_registrations WHERE tenant_id = ${own}`)).toHaveLength(1);
});

it('user create refuses an e-mail address that is taken or empty', async () => {
  const create = (email: string) => [
    ...['user', 'create', '--tenant', tenant, '--permissions', 'all', '--password-stdin', '--email', email],
  ];
  const password = 'correct horse battery';
  expect((await runCommand(create('rui@example.com'), env, password)).code).toBe(0);
  expect(await runCommand(create('RUI@example.com'), env, password)).toMatchObject({
    code: 2,
    stderr: `Tenant ${tenant} already has a user with the e-mail address RUI@example.com.\n`,
  });
  expect(await runCommand(create(''), env, password)).toMatchObject({
    code: 2,
    stderr: '--email is ; it must be an e-mail address.\n',
  });
});

it.each([
  [
    'an empty URL',
    ['--url', '', '--events', 'all'],
    'The URL cannot be read; it must be like https://example.com/hooks.',
  ],
  ['no event', ['--url', 'https://example.com', '--events', ''], '--events has an unknown event: (empty).'],
  [
    'a description of 501 characters',
    ['--url', 'https://example.com', '--events', 'all', '--description', 'x'.repeat(501)],
    '--description has 501 characters; the maximum is 500.',
  ],
  [
    'an unknown event',
    ['--url', 'https://example.com', '--events', 'order.lost'],
    '--events has an unknown event: order.lost.',
  ],
  [
    'an invalid URL',
    ['--url', 'nowhere', '--events', 'all'],
    'The URL cannot be read; it must be like https://example.com/hooks.',
  ],
  [
    'a URL with a password',
    ['--url', 'https://u:p@example.com', '--events', 'all'],
    'The URL carries a user name or a password.',
  ],
  [
    'a URL of another protocol',
    ['--url', 'ftp://example.com', '--events', 'all'],
    'The URL must begin with https:// or http://.',
  ],
])('webhook create refuses %s', async (_, args, sentence) => {
  const refused = await runCommand(['webhook', 'create', '--tenant', tenant, ...args], env);
  expect(refused).toMatchObject({ code: 2, stderr: `${sentence}\n` });
});

it('webhook create refuses http in production', async () => {
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
  ['an empty tenant name', ['tenant', 'create', '--name', '', '--plan', 'Basic'], EMPTY_NAME],
  ['a blank tenant name', ['tenant', 'create', '--name', ' \t', '--plan', 'Basic'], EMPTY_NAME],
  [
    'a tenant name that is too long',
    ['tenant', 'create', '--name', 'é'.repeat(101), '--plan', 'Basic'],
    '--name has 101 characters; the maximum is 100.',
  ],
  [
    'a tenant name with a line break',
    ['tenant', 'create', '--name', 'Loja\n\u001b[2J', '--plan', 'Basic'],
    '--name has a line break or another control character.',
  ],
  ['a key that does not exist', ['key', 'deactivate', '999'], 'There is no key 999.'],
  [
    'a delivery that does not exist',
    ['delivery', 'resend', '0d9f3f0e-5a43-4d92-8f0a-0b9c8f1f6a51'],
    'There is no delivery 0d9f3f0e-5a43-4d92-8f0a-0b9c8f1f6a51, or it is being sent right now.',
  ],
])('the command refuses %s, and says why', async (_, args, sentence) => {
  expect(await runCommand(args, env)).toMatchObject({ code: 2, stderr: `${sentence}\n` });
});

it('serve refuses a role that does not exist, and says why', async () => {
  const sentence = '--roles has an unknown role: cook; use api, panel, worker, console.';
  const refused = await runProcess(['serve', '--roles', 'api,cook'], env);
  expect(refused).toMatchObject({ code: 2, stderr: `${sentence}\n` });
});

it('a command explains that the database has no tables yet, or cannot be reached', async () => {
  const create = ['tenant', 'create', '--name', 'x', '--plan', 'Basic'];
  const bare = await runCommand(create, { ...env, DATABASE_URL: inject('serverUrl') });
  expect(bare).toMatchObject({ code: 1, stderr: 'The database has no tables yet. Run: tradepost migrate\n' });
  const away = await runCommand(create, { ...env, DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/x' });
  expect(away).toMatchObject({ code: 1, stderr: '127.0.0.1:1 (DATABASE_URL) refuses connections.\n' });
});

it('tenant create prints a name without its direction marks, but leaves it unchanged in JSON', async () => {
  const name = 'A\u202eB\u2066C\u200fD';
  const create = ['tenant', 'create', '--name', name, '--plan', 'Basic'];
  const made = await runCommand(create, env);
  expect(made.stdout).toMatch(
    /^tenant_id: \d+\nname: A B C D\nplan: Basic\ncurrency: BRL\ntime_zone: America\/Sao_Paulo\n$/,
  );
  const json = await runCommand([...create, '--json'], env);
  expect(json.stdout).toMatch(/^[ -~]+\n$/);
  expect(JSON.parse(json.stdout)).toMatchObject({ name });
});

describe('with a TRADEPOST_SECRET_KEY that is not that of the installation', () => {
  const other = () => ({ ...env, TRADEPOST_SECRET_KEY: 'o'.repeat(64), PORT: '0' });

  // Records the key, so that the tests don't depend on their order.
  beforeAll(() => report(['secrets', 'reencrypt'], env));

  it.each([
    ['serve', runProcess, () => ['serve']],
    [
      'webhook create',
      runCommand,
      () => ['webhook', 'create', '--tenant', tenant, '--url', 'http://127.0.0.1:9/', '--events', 'all'],
    ],
    ['secrets reencrypt', runCommand, () => ['secrets', 'reencrypt']],
  ])('%s is refused', async (_, run, args) => {
    expect(await run(args(), other())).toMatchObject({
      code: 2,
      stderr:
        'TRADEPOST_SECRET_KEY is not the key that the secrets in this database are encrypted with. Set TRADEPOST_SECRET_KEY to that key. To change the key, set the old one as TRADEPOST_SECRET_KEY_PREVIOUS. If the old key is lost, run: tradepost secrets reencrypt --key-lost\n',
    });
  });

  it('an API key can still be deactivated, which needs no secret', async () => {
    const create = ['key', 'create', '--tenant', tenant, '--name', 'lost', '--scopes', 'all'];
    const { key_id } = await report<{ key_id: number }>(create, env);
    expect(await runCommand(['key', 'deactivate', String(key_id)], other())).toMatchObject({ code: 0 });
  });
});

it('secrets reencrypt encrypts with the current key what the previous key had encrypted', async () => {
  const changed = { ...env, TRADEPOST_SECRET_KEY: 'n'.repeat(64) };
  const both = { ...changed, TRADEPOST_SECRET_KEY_PREVIOUS: env.TRADEPOST_SECRET_KEY };
  const [{ count }] = (await rows<{ count: number }>(
    'SELECT count(*)::integer FROM webhook_registrations',
  )) as [{ count: number }];
  expect(await report(['secrets', 'reencrypt'], both)).toEqual({
    webhooks: count,
    reencrypted: count,
    unreadable: 0,
  });
  expect(await report(['secrets', 'reencrypt'], changed)).toMatchObject({ reencrypted: 0 });
});
