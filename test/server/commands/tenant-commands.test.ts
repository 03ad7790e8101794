import { once } from 'node:events';
import { expect, it } from 'vitest';
import { runCommand as runProcess, spawnCommand } from '../../support/command.ts';
import { report, runCommand } from '../../support/in-process-command.ts';
import { addUser } from '../../support/panel.ts';
import { openSampleShop } from '../../support/panel-sample.ts';
import { openTeam, setUpFactor } from '../../support/people.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { rowsOfTenant } from '../../support/tenant-rows.ts';
import { SECRET_KEY } from '../../support/test-environment.ts';
import { register } from '../../support/webhooks.ts';

const environment = sharedEnvironment();
const env = () => ({ DATABASE_URL: environment().databaseUrl, TRADEPOST_SECRET_KEY: SECRET_KEY });
const run = (...args: string[]) => runCommand(args, env());
const json = <T>(...args: string[]) => report<T>(args, env());
type Row = Readonly<Record<string, unknown>>;

it('list finds a tenant by its name, its id, a user, a key and an endpoint, by pages', async () => {
  const { tenantId, key } = await environment().tenant({ name: 'Torrefação Serra Alta' });
  const { email } = await addUser(environment(), tenantId, { email: 'Bia@serra.example' });
  await register(environment().context, tenantId, 'https://hooks.serra-alta.example:8443/in', [
    'order.created',
  ]);
  const { tenantId: other } = await environment().tenant({ name: 'Café_Norte %' });
  const found = async (...args: string[]) =>
    (await json<Row[]>('tenant', 'list', ...args)).map((row) => row.tenant_id);
  for (const text of [
    ...['serra alta', String(tenantId), email.toUpperCase(), key.slice(0, 11), key],
    ...['hooks.serra-alta.example', 'serra-alta.example', 'SERRA-ALTA.EXAMPLE'],
  ])
    expect(await found('--search', text), text).toEqual([tenantId]);
  for (const text of ['alta.example', 'nobody@serra.example', '%', '_lta', 'serra-alta.example/in'])
    expect(await found('--search', text), text).not.toContain(tenantId);
  expect(await found('--search', 'café_norte %')).toEqual([other]);
  expect(await found('--limit', '1', '--after', String(tenantId))).toEqual([other]);
  expect(await found('--status', 'suspended')).toEqual([]);
});

it('show has what a tenant may use and what it has, and no key', async () => {
  const { tenantId } = await openSampleShop(environment());
  const shown = await json<Row>('tenant', 'show', String(tenantId));
  expect(shown).toMatchObject({
    ...{ tenant_id: tenantId, plan: 'Pro', status: 'active', suspension_reason: null },
    ...{ api_enabled: true, webhooks_enabled: true, api_rate_limit_rpm: 300 },
  });
  const rows = await rowsOfTenant(environment().context.db, tenantId);
  const { products, customers, orders, users, events } = rows;
  expect(shown).toMatchObject({ products, customers, orders, users, events });
  expect(shown).toMatchObject({
    waiting_deliveries: rows.webhook_queue,
    last_request_at: expect.any(String),
  });
});

it('update changes what is given, with the values of a plan, and says so in both audits', async () => {
  const { tenantId } = await environment().tenant();
  const id = String(tenantId);
  const change = [
    '--plan',
    'Basic',
    '--rate-limit',
    '90',
    '--webhooks',
    'off',
    '--time-zone',
    'America/Manaus',
  ];
  const who = ['--operator', 'Eva', '--reason', 'Downgrade'];
  expect(await json('tenant', 'update', id, ...change, ...who)).toMatchObject({
    ...{ plan: 'Basic', api_rate_limit_rpm: 90, webhooks_enabled: false, api_enabled: true },
    ...{ time_zone: 'America/Manaus', name: 'Loja Teste' },
  });
  const [action] = await json<Row[]>('operator', 'actions', '--tenant', id);
  expect(action).toMatchObject({
    operator: 'Eva',
    action: 'tenant.updated',
    reason: 'Downgrade',
    target_name: 'Loja Teste',
  });
  expect(action!.details).toEqual({
    ...{ plan: 'Basic', was_plan: 'Enterprise', api_rate_limit_rpm: 90, was_api_rate_limit_rpm: 3000 },
    ...{ webhooks_enabled: false, was_webhooks_enabled: true },
    ...{ stored_bytes_limit: 5e9, was_stored_bytes_limit: 500e9 },
    ...{ time_zone: 'America/Manaus', was_time_zone: 'America/Sao_Paulo' },
  });
});

it.each([
  ['update without a change', ['update', 'ID'], /^Nothing to change/],
  ['update with a plan that is none', ['update', 'ID', '--plan', 'Gold'], /^--plan is Gold/],
  [
    'update with a limit of 0',
    ['update', 'ID', '--rate-limit', '0'],
    /^--rate-limit is 0; it must be an integer/,
  ],
  [
    'update with a flag that is neither',
    ['update', 'ID', '--api', 'no'],
    /^--api is no; it must be one of on, off/,
  ],
  ['suspend without a reason', ['suspend', 'ID'], /required option '--reason/],
  ['suspend with an empty reason', ['suspend', 'ID', '--reason', ' '], /^--reason must not be empty/],
  ['resume what is not there', ['resume', '2000000000'], /^There is no tenant 2000000000/],
  ['reopen what is not closed', ['reopen', 'ID'], null],
  [
    'delete what is not closed',
    ['delete', 'ID', '--confirm', 'Loja Teste', '--reason', 'asked'],
    /is active. Close it first/,
  ],
  [
    'delete with another name',
    ['delete', 'ID', '--confirm', 'Loja', '--reason', 'asked'],
    /^--confirm is Loja; it must be the name/,
  ],
  ['show what is not there', ['show', '2000000000'], /^There is no tenant/],
  ['list with a page too large', ['list', '--limit', '501'], /^--limit is 501/],
  ['list with a status that is none', ['list', '--status', 'gone'], /^--status is gone/],
])('tenant refuses %s', async (_, args, sentence) => {
  const { tenantId } = await environment().tenant();
  const { code, stderr } = await run('tenant', ...args.map((arg) => (arg === 'ID' ? String(tenantId) : arg)));
  if (sentence === null) return expect(code).toBe(0);
  expect(code).toBe(2);
  expect(stderr).toMatch(sentence);
});

it('update to another plan asks what a tenant has that has its own limit', async () => {
  const { tenantId } = await environment().tenant({ plan: 'Basic' });
  const update = (...args: string[]) => run('tenant', 'update', String(tenantId), ...args);
  await update('--rate-limit', '90');
  const { code, stderr } = await update('--plan', 'Pro');
  expect(code).toBe(2);
  expect(stderr).toMatch(/has api_rate_limit_rpm 90, not 60 as Basic has\. Say with --rate-limit/);
  await update('--plan', 'Pro', '--rate-limit', '90');
  expect(await json('tenant', 'show', String(tenantId))).toMatchObject({
    plan: 'Pro',
    api_rate_limit_rpm: 90,
  });
});

it('resume refuses a closed tenant, and says what it is', async () => {
  const { tenantId } = await environment().tenant();
  const id = String(tenantId);
  await run('tenant', 'close', id, '--reason', 'asked for it');
  const sentence = `Tenant ${id} is closed, so it can't be resumed.\n`;
  expect(await run('tenant', 'resume', id)).toMatchObject({ code: 2, stderr: sentence });
});

const COUNTED_LATER = /^(panel\.sessions|rate_limit\.activity|stored_bytes)/;

it('delete goes on after it was killed, and its receipt counts everything', async () => {
  const { db, activity, storage } = environment().context;
  const { tenantId } = await openSampleShop(environment());
  const [{ name }] = (await db.query<{ name: string }>(
    `UPDATE tenants SET status = 'closed', closed_at = now() - interval '1 h' WHERE tenant_id = $1 RETURNING name`,
    [tenantId],
  )) as [{ name: string }];
  // Later, their jobs would write it between the count and the deletion.
  await Promise.all([activity.flush(), storage.flush()]);
  const { tenants: _, ...rows } = await rowsOfTenant(db, tenantId);
  const who = ['--operator', 'Eva', '--reason', 'asked for it'];
  const args = ['tenant', 'delete', String(tenantId), '--confirm', name, ...who, '--json'];
  const killed = spawnCommand(args, env());
  await once(killed.stderr, 'data');
  killed.kill('SIGKILL');
  await once(killed, 'close');
  const { code, stdout } = await runProcess(args, env());
  expect(code).toBe(0);
  const receipt = JSON.parse(stdout) as { deleted_rows: string[] };
  expect(receipt).toMatchObject({ tenant_id: tenantId, status: 'deleted', operator: 'Eva' });
  // They may be written while the tenant is deleted.
  const counted = receipt.deleted_rows.filter((text) => !COUNTED_LATER.test(text));
  const expected = Object.entries(rows).filter(([name, count]) => count > 0 && !COUNTED_LATER.test(name));
  expect(counted.toSorted()).toEqual(expected.map(([table, count]) => `${table}: ${count}`).toSorted());
  expect(await json('tenant', 'show', String(tenantId))).toMatchObject({
    status: 'deleted',
    operator: 'Eva',
  });
  expect(await json('tenant', 'list', '--status', 'deleted')).toMatchObject([{ tenant_id: tenantId }]);
});

it('user list finds an address in all tenants, and user delete removes one of them', async () => {
  const email = 'consultora@exemplo.com.br';
  const [a, b] = [await environment().tenant(), await environment().tenant()];
  const [first, second] = [
    await addUser(environment(), a.tenantId, { email }),
    await addUser(environment(), b.tenantId, { email }),
  ];
  const found = async () =>
    (await json<Row[]>('user', 'list', '--email', email.toUpperCase())).map((row) => row.user_id);
  expect(await found()).toEqual([first.id, second.id]);
  expect(await json('user', 'show', String(second.id))).toMatchObject({ tenant_id: b.tenantId, email });
  await json('user', 'delete', String(second.id), '--operator', 'Eva');
  expect(await found()).toEqual([first.id]);
  expect(await run('user', 'delete', String(second.id))).toMatchObject({ code: 2 });
  expect(await json('operator', 'actions', '--limit', '1')).toMatchObject([
    { operator: 'Eva', action: 'user.deleted', tenant_id: b.tenantId, target_name: email },
  ]);
});

it('user reset-factor lets an owner in who lost phone and codes, and ends the sessions', async () => {
  const { user, visitor } = await openTeam(environment());
  await setUpFactor(environment(), visitor, user);
  const remove = (...reason: string[]) => run('user', 'reset-factor', String(user.id), ...reason);
  expect((await remove()).stderr).toMatch(/required option '--reason/);
  expect(await remove('--reason', 'called back')).toMatchObject({ code: 0 });
  expect((await visitor.get('/panel/account')).location).toMatch(/^\/panel\/login/);
  expect((await visitor.logIn(user)).location).toBe('/panel');
  expect((await remove('--reason', 'called back')).stderr).toMatch(/has no second factor/);
});

it("who changes something is in the operators' audit under the name of the system's user, unless another is given", async () => {
  const { tenantId } = await environment().tenant();
  await json('key', 'create', '--tenant', String(tenantId), '--name', 'ERP', '--scopes', 'all');
  const [action] = await json<Row[]>('operator', 'actions', '--tenant', String(tenantId));
  expect(action).toMatchObject({
    operator: expect.stringMatching(/./),
    action: 'api_key.created',
    target_name: 'ERP',
  });
});
