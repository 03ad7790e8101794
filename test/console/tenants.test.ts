import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { listOperatorActions } from '../../server/accounts/audit/operator-actions.ts';
import { newFormToken } from '../../server/accounts/staff/form-token.ts';
import { findTenant } from '../../server/accounts/tenants/tenant.ts';
import { deleteClosedTenants } from '../../server/lifecycle/tenants/delete-tenant.ts';
import { openConsole } from '../support/console.ts';
import { addUser, loggedIn, textOf } from '../support/panel.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';

const environment = sharedEnvironment({ roles: ['api', 'panel', 'console'] });
const db = () => environment().context.db;
const reason = 'Chamado 812';
const lastAction = async (tenantId: number) => (await listOperatorActions(db(), { tenantId, limit: 1 }))[0];

describe('a new company', () => {
  const form = () => ({
    ...{ name: 'Torrefação Nova', time_zone: 'America/Manaus', plan: 'Pro', currency: 'BRL' },
    ...{ token: newFormToken(Date.now(), randomInt), reason },
  });

  it('is made once, however often the form is sent, with the operator and the reason in the audit', async () => {
    const { operator, visitor } = await openConsole(environment());
    const fields = { ...form(), name: 'Só Uma' };
    const [first, second] = [
      await visitor.post('/console/tenants/new', fields),
      await visitor.post('/console/tenants/new', fields),
    ];
    const id = Number(first.location!.split('/').at(-1));
    expect(second.location).toBe('/console/tenants');
    expect(await findTenant(db(), id)).toMatchObject({
      name: 'Só Uma',
      plan: 'Pro',
      time_zone: 'America/Manaus',
    });
    // Says that it was made, once.
    await visitor.get('/console/tenants');
    expect(textOf((await visitor.get('/console/tenants?search=só+uma')).text).match(/Só Uma/g)).toHaveLength(
      1,
    );
    expect(await lastAction(id)).toMatchObject({
      action: 'tenant.created',
      operator: operator.email,
      reason,
    });
  });

  it.each([
    ['name', ''],
    ['time_zone', '+03:00'],
    ['plan', 'Gold'],
    ['currency', 'JPY'],
    ['reason', ' '],
    ['reason', 'x'.repeat(501)],
  ])('is refused with %s %j', async (field, value) => {
    const { visitor } = await openConsole(environment());
    const { status, text } = await visitor.post('/console/tenants/new', { ...form(), [field]: value });
    expect([status, text.includes(`field-${field}-error`)]).toEqual([422, true]);
  });
});

describe('a change', () => {
  const edited = (plan: string, rate: string) => ({
    ...{ name: 'Loja', time_zone: 'America/Sao_Paulo', plan, rate },
    ...{ api_enabled: 'on', webhooks_enabled: 'on', reason },
  });

  it('is refused if another operator has changed the company since the form was opened', async () => {
    const { tenantId } = await environment().tenant({ plan: 'Basic', name: 'Loja' });
    const { visitor } = await openConsole(environment());
    const path = `/console/tenants/${tenantId}/edit`;
    const shown = textOf(/name="shown" value="([^"]*)"/.exec((await visitor.get(path)).text)![1]!);
    await visitor.post(path, { ...edited('Pro', '60'), shown });
    const { status, text } = await visitor.post(path, { ...edited('Basic', '60'), name: 'Outra', shown });
    expect([status, textOf(text)]).toEqual([422, expect.stringContaining('Outro operador alterou')]);
    expect(await findTenant(db(), tenantId)).toMatchObject({ name: 'Loja', plan: 'Pro' });
  });

  it('of the plan keeps the limit that the company has of its own', async () => {
    const { tenantId } = await environment().tenant({ plan: 'Basic', name: 'Loja' });
    const { visitor } = await openConsole(environment());
    const path = `/console/tenants/${tenantId}/edit`;
    await visitor.post(path, edited('Basic', '444'));
    await visitor.post(path, edited('Pro', '444'));
    expect(await findTenant(db(), tenantId)).toMatchObject({ plan: 'Pro', api_rate_limit_rpm: 444 });
  });

  it.each([
    ['brings the limit of a plan', 'Enterprise', '300', 3000],
    ['keeps the limit that is given with a plan', 'Enterprise', '500', 500],
    ['changes the limit alone', 'Pro', '301', 301],
  ])('%s', async (_, plan, rate, rpm) => {
    const { tenantId } = await environment().tenant({ plan: 'Pro', name: 'Loja' });
    const { visitor } = await openConsole(environment());
    const { location } = await visitor.post(`/console/tenants/${tenantId}/edit`, edited(plan, rate));
    expect(location).toBe(`/console/tenants/${tenantId}`);
    expect(await findTenant(db(), tenantId)).toMatchObject({
      plan,
      api_rate_limit_rpm: rpm,
      api_enabled: true,
    });
  });

  it.each(['0', '-1', '1e3', '1000001', ''])('refuses the limit %j', async (rate) => {
    const { tenantId } = await environment().tenant({ plan: 'Pro' });
    const { visitor } = await openConsole(environment());
    const { status } = await visitor.post(`/console/tenants/${tenantId}/edit`, edited('Pro', rate));
    expect(status).toBe(422);
  });
});

it('suspends, resumes, closes, reopens and deletes, and shows the receipt', async () => {
  const tenant = await environment().tenant({ name: 'Café & Cia' });
  const { tenantId } = tenant;
  const staff = await loggedIn(environment().baseUrl, await addUser(environment(), tenantId));
  const { operator, visitor } = await openConsole(environment());
  const path = `/console/tenants/${tenantId}`;
  const change = async (to: string) => (await visitor.post(`${path}/status/${to}`, { reason })).status;
  const me = async () => (await tenant.request('GET', '/me')).status;
  expect(await change('resumed')).toBe(404);
  expect([await change('suspended'), await me()]).toEqual([303, 403]);
  expect(textOf((await visitor.get(path)).text)).toContain(reason);
  expect((await staff.get('/panel/audit')).text).not.toContain(reason);
  expect([await change('resumed'), await me()]).toEqual([303, 200]);
  expect([await change('closed'), await me()]).toEqual([303, 401]);
  expect([await change('reopened'), await me()]).toEqual([303, 200]);
  expect(await change('closed')).toBe(303);
  const remove = (name: string) => visitor.post(`${path}/delete`, { name, reason });
  expect((await remove('Café & Cia')).text).toContain('Tente de novo em');
  await db().query("UPDATE tenants SET closed_at = closed_at - interval '3 min' WHERE tenant_id = $1", [
    tenantId,
  ]);
  expect((await remove('Café')).status).toBe(422);
  expect((await remove('Café & Cia')).location).toBe(path);
  expect(textOf((await visitor.get(path)).text)).toContain('está sendo excluída');
  await deleteClosedTenants(db());
  const receipt = textOf((await visitor.get(path)).text);
  for (const said of ['foi excluída', operator.email, reason, 'api_keys']) expect(receipt).toContain(said);
  expect(textOf((await visitor.get('/console/tenants?status=deleted')).text)).toContain(
    `Empresa ${tenantId}`,
  );
  expect((await visitor.get(`/console/operators?tenant=${tenantId}`)).status).toBe(200);
});

describe('a user', () => {
  it('is found by the address, logged out, freed of a lost phone, and deleted', async () => {
    const { tenantId } = await environment().tenant({ name: 'Loja Sul' });
    const user = await addUser(environment(), tenantId, { email: 'lia@sul.example' });
    const staff = await loggedIn(environment().baseUrl, user);
    const other = await addUser(environment(), (await environment().tenant()).tenantId, {
      email: 'lia@sul.example',
    });
    const { visitor } = await openConsole(environment());
    const found = await visitor.get('/console/users?email=LIA@sul.example');
    for (const { tenantId: owner, id } of [user, other])
      expect(found.text).toContain(`/console/tenants/${owner}/users/${id}`);
    const path = `/console/tenants/${tenantId}/users/${user.id}`;
    expect((await visitor.post(`${path}/factor`, { reason })).status).toBe(404);
    expect((await visitor.post(`${path}/sessions`, { reason })).status).toBe(303);
    expect((await staff.get('/panel/account')).location).toContain('/panel/login');
    await db().query(
      "INSERT INTO user_second_factors (tenant_id, user_id, secret, confirmed_at) VALUES ($1, $2, '', now())",
      [tenantId, user.id],
    );
    expect((await visitor.post(`${path}/factor`, { reason })).status).toBe(303);
    expect((await visitor.post(`${path}/delete`, { reason })).status).toBe(303);
    expect((await visitor.get(path)).status).toBe(404);
    const actions = await listOperatorActions(db(), { tenantId, limit: 9 });
    expect(actions.map(({ action }) => action)).toEqual([
      'user.deleted',
      'second_factor.removed',
      'logout',
      'logout',
    ]);
    expect(actions.every((each) => each.reason === reason)).toBe(true);
  });

  it("isn't reached by the path of another company", async () => {
    const user = await addUser(environment(), (await environment().tenant()).tenantId);
    const { tenantId } = await environment().tenant();
    const { visitor } = await openConsole(environment());
    expect((await visitor.get(`/console/tenants/${tenantId}/users/${user.id}`)).status).toBe(404);
  });

  it('comes on a second page among many', async () => {
    const { tenantId } = await environment().tenant();
    await db().query(
      "INSERT INTO users (tenant_id, email, password, permissions) SELECT $1, n || '@many.example', '', '{}' FROM generate_series(1, 60) n",
      [tenantId],
    );
    const { visitor } = await openConsole(environment());
    const first = await visitor.get(`/console/users?tenant=${tenantId}`);
    const next = /href="([^"]*after=[^"]*)"/.exec(first.text)![1]!.replaceAll('&amp;', '&');
    expect((await visitor.get(next)).text).toContain('60@many.example');
  });
});
