import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type OwnDatabase, onServer, ownDatabase } from '../../support/databases.ts';
import { report, runCommand } from '../../support/in-process-command.ts';

let database: OwnDatabase;
let env: Record<string, string>;
beforeAll(async () => {
  database = await ownDatabase(inject('serverUrl'), 'tradepost_template');
  env = { DATABASE_URL: database.url, TRADEPOST_SECRET_KEY: 'k'.repeat(64), CONSOLE_PORT: '4001' };
});
afterAll(() => database.drop());

type Made = Readonly<{ operator_id: number; email: string; link: string; status: string }>;
const operator = (...args: string[]) => report<Made>(['operator', ...args], env);
const create = (email: string) =>
  operator('create', '--email', email, '--name', 'Eva Prado', '--reason', 'hired');

it('creates, lists, changes, resets and deletes operators, and writes who did it', async () => {
  const made = await create('eva@tradepost.example');
  expect(made.link).toMatch(/^http:\/\/127\.0\.0\.1:4001\/console\/link\/[\w-]{43}$/);
  const id = String(made.operator_id);
  expect(await operator('list')).toEqual([
    expect.objectContaining({ email: 'eva@tradepost.example', status: 'invited', last_login_at: null }),
  ]);
  expect(await operator('update', id, '--email', 'eva@nova.example')).toMatchObject({
    email: 'eva@nova.example',
  });
  const reset = await operator('reset-factor', id);
  expect(reset.link).not.toBe(made.link);
  expect(await operator('delete', id)).toMatchObject({ status: 'deleted' });
  expect(await operator('list')).toEqual([]);
  const actions = await report<{ action: string; reason: string | null }[]>(['operator', 'actions'], env);
  expect(actions.map(({ action }) => action)).toEqual([
    'operator.deleted',
    'operator.factor_reset',
    'operator.updated',
    'operator.created',
  ]);
  expect(actions.at(-1)).toMatchObject({ reason: 'hired', target_name: 'eva@tradepost.example' });
});

it("begins the link with the console's address", async () => {
  const args = ['operator', 'create', '--email', 'url@tradepost.example', '--name', 'Eva'];
  const { link } = await report<Made>(args, { ...env, CONSOLE_URL: 'https://console.example' });
  expect(link).toMatch(/^https:\/\/console\.example\/console\/link\//);
});

it.each([
  ['no port', { CONSOLE_PORT: '' }],
  ['only the port of the API', { CONSOLE_PORT: '', PORT: '4000' }],
  ['any free port', { CONSOLE_PORT: '0' }],
  ['all addresses', { CONSOLE_HOST: '0.0.0.0' }],
])('prints the path alone, and says so, with %s in the settings', async (name, settings) => {
  const args = ['operator', 'create', '--email', `${name.replaceAll(' ', '.')}@x.example`, '--name', 'Eva'];
  const made = await report<Made & { warning: string }>(args, { ...env, ...settings });
  expect(made.link).toMatch(/^\/console\/link\/[\w-]{43}$/);
  expect(made.warning).toContain("The console's address isn't known here");
});

it('keeps no link, only its hash', async () => {
  const { link } = await create('hash@tradepost.example');
  const token = link.split('/').at(-1)!;
  const found = await onServer(
    database.url,
    async (client) =>
      (await client.query('SELECT 1 FROM operators o WHERE o::text LIKE $1', [`%${token}%`])).rowCount,
  );
  expect(found).toBe(0);
});

it.each([
  [
    'an address that one has',
    ['create', '--email', 'TWICE@tradepost.example', '--name', 'Eva'],
    'There is an operator with',
  ],
  ['a wrong address', ['create', '--email', 'eva', '--name', 'Eva'], '--email is eva'],
  ['no name', ['create', '--email', 'x@y.example', '--name', ' '], '--name must not be empty'],
  ['nobody', ['reset-factor', '99'], 'There is no operator 99.'],
  ['nothing to change', ['update', '1'], 'Nothing to change'],
])('refuses %s', async (_, args, sentence) => {
  await runCommand(['operator', 'create', '--email', 'twice@tradepost.example', '--name', 'Eva'], env);
  const { code, stderr } = await runCommand(['operator', ...args], env);
  expect(code).toBe(2);
  expect(stderr).toContain(sentence);
});

it('logs a user out, and refuses to remove a second factor that nobody has', async () => {
  const { tenant_id } = await report<{ tenant_id: number }>(
    ['tenant', 'create', '--name', 'Loja', '--plan', 'Pro'],
    env,
  );
  const args = [
    'user',
    'create',
    '--tenant',
    String(tenant_id),
    '--email',
    'ana@loja.example',
    '--role',
    'owner',
  ];
  const user = await report<{ user_id: number }>([...args, '--password-stdin'], env, 'um café coado na hora');
  const id = String(user.user_id);
  expect(await report(['user', 'end-sessions', id], env)).toMatchObject({ status: 'sessions ended' });
  const { code, stderr } = await runCommand(['user', 'reset-factor', id, '--reason', 'lost phone'], env);
  expect([code, stderr]).toEqual([2, `User ${id} has no second factor.\n`]);
});
