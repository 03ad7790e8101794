import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AuditAction } from '../../server/accounts/audit/actions.ts';
import {
  forgetTargets,
  listOperatorActions,
  recordOperatorAction,
} from '../../server/accounts/audit/operator-actions.ts';
import type { TargetType } from '../../server/accounts/audit/store.ts';
import { newFormToken } from '../../server/accounts/staff/form-token.ts';
import { findTenant } from '../../server/accounts/tenants/tenant.ts';
import { deleteClosedTenants } from '../../server/lifecycle/tenants/delete-tenant.ts';
import { openConsole } from '../support/console.ts';
import { addUser, loggedIn, PASSWORD, textOf, Visitor } from '../support/panel.ts';
import { linkIn, tokenIn } from '../support/people.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';

const environment = sharedEnvironment({ roles: ['api', 'panel', 'console'] });
const db = () => environment().context.db;
const reason = 'Chamado 812';
/** The job comes again while rows arrive: refused requests are written a moment after their responses. */
const deleted = (tenantId: number) =>
  expect
    .poll(async () => {
      await deleteClosedTenants(db());
      return findTenant(db(), tenantId);
    })
    .toBeUndefined();
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
  const edited = (plan: string, rate: string, storage = plan === 'Basic' ? '5' : '50') => ({
    ...{ name: 'Loja', time_zone: 'America/Sao_Paulo', plan, rate, storage },
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
    expect(await findTenant(db(), tenantId)).toMatchObject({
      ...{ plan: 'Pro', api_rate_limit_rpm: 444, stored_bytes_limit: 5e10 },
    });
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

  it.each([
    ['0,5', 5e8],
    ['0.001', 1e6],
    ['120', 12e10],
  ])('takes %s GB', async (storage, bytes) => {
    const { tenantId } = await environment().tenant({ plan: 'Pro', name: 'Loja' });
    const { visitor } = await openConsole(environment());
    await visitor.post(`/console/tenants/${tenantId}/edit`, edited('Pro', '300', storage));
    expect(await findTenant(db(), tenantId)).toMatchObject({ stored_bytes_limit: bytes });
    expect(await lastAction(tenantId)).toMatchObject({ action: 'tenant.updated', reason });
  });

  it.each(['0', '-1', '0.0001', '1e3', '100001', 'x', ''])('refuses %j GB', async (storage) => {
    const { tenantId } = await environment().tenant({ plan: 'Pro', name: 'Loja' });
    const { visitor } = await openConsole(environment());
    const path = `/console/tenants/${tenantId}/edit`;
    const { status, text } = await visitor.post(path, edited('Pro', '300', storage));
    expect([status, text.includes('field-storage-error')]).toEqual([422, true]);
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
  expect(await change('resumed')).toBe(409);
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
  await deleted(tenantId);
  const receipt = textOf((await visitor.get(path)).text);
  for (const said of ['foi excluída', operator.email, reason, 'Linhas apagadas', 'api_keys'])
    expect(receipt).toContain(said);
  expect(textOf((await visitor.get('/console/tenants?status=deleted')).text)).toContain(
    `Empresa ${tenantId}`,
  );
  expect((await visitor.get(`/console/operators?tenant=${tenantId}`)).status).toBe(200);
});

it('says of a company that was suspended before it was closed that it stays so', async () => {
  const { tenantId } = await environment().tenant({ name: 'Loja' });
  const { visitor } = await openConsole(environment());
  const path = `/console/tenants/${tenantId}`;
  for (const to of ['suspended', 'closed']) await visitor.post(`${path}/status/${to}`, { reason });
  const stays = 'fica suspensa, como estava antes';
  expect(textOf((await visitor.get(`${path}/status/reopened`)).text)).toContain(stays);
  const { location } = await visitor.post(`${path}/status/reopened`, { reason });
  expect(textOf((await visitor.get(location!)).text)).toContain(stays);
});

describe('what another operator has done already', () => {
  async function two() {
    const tenant = await environment().tenant({ name: 'Loja', plan: 'Pro' });
    const [first, second] = [await openConsole(environment()), await openConsole(environment())];
    const path = `/console/tenants/${tenant.tenantId}`;
    const said = async (at: string, fields: Record<string, string>) => {
      const { status, text } = await second.visitor.post(at, { ...fields, reason: 'Também' });
      return { status, text: textOf(text) };
    };
    return { ...tenant, first, path, said };
  }
  const by = (email: string, state: string) => ({
    status: 409,
    text: expect.stringMatching(new RegExp(`Nada foi alterado ${state}.*${email}.*${reason}`)) as string,
  });

  it('is said of a status, with who did it and why', async () => {
    const { first, path, said, tenantId } = await two();
    await first.visitor.post(`${path}/status/suspended`, { reason });
    const suspended = by(first.operator.email, 'Loja está suspensa');
    expect(await said(`${path}/status/suspended`, {})).toEqual(suspended);
    await first.visitor.post(`${path}/status/closed`, { reason });
    const closed = by(first.operator.email, 'Loja está encerrada');
    for (const at of ['status/closed', 'view', 'owner'])
      expect(await said(`${path}/${at}`, {})).toEqual(closed);
    await db().query("UPDATE tenants SET closed_at = closed_at - interval '3 min' WHERE tenant_id = $1", [
      tenantId,
    ]);
    await first.visitor.post(`${path}/delete`, { name: 'Loja', reason });
    const deleting = by(first.operator.email, 'Loja está sendo excluída');
    expect(await said(`${path}/delete`, { name: 'Loja' })).toEqual(deleting);
    await deleted(tenantId);
    const { visitor } = await openConsole(environment());
    expect((await visitor.post(`${path}/delete`, { name: 'Loja', reason })).location).toBe(path);
    expect((await visitor.post(`${path}/status/nothing`, { reason })).status).not.toBe(409);
  });

  it('is said of a name, a second factor and a user', async () => {
    const { first, path, said, tenantId } = await two();
    const { text } = await first.visitor.get(`${path}/edit`);
    const shown = textOf(/name="shown" value="([^"]*)"/.exec(text)![1]!);
    const fields = {
      name: 'Loja Nova',
      time_zone: 'America/Sao_Paulo',
      plan: 'Pro',
      rate: '300',
      storage: '50',
    };
    const form = { ...fields, api_enabled: 'on', webhooks_enabled: 'on', shown };
    await first.visitor.post(`${path}/edit`, { ...form, reason });
    expect(await said(`${path}/edit`, form)).toEqual(by(first.operator.email, 'Loja Nova já está como'));
    const user = await addUser(environment(), tenantId, { email: 'ana@nova.example' });
    await db().query(
      "INSERT INTO user_second_factors (tenant_id, user_id, secret, confirmed_at) VALUES ($1, $2, '', now())",
      [tenantId, user.id],
    );
    const at = `${path}/users/${user.id}`;
    await first.visitor.post(`${at}/factor`, { reason });
    expect(await said(`${at}/factor`, {})).toEqual(by(first.operator.email, 'ana@nova.example não tem'));
    await first.visitor.post(`${at}/delete`, { reason });
    expect(await said(`${at}/delete`, {})).toEqual(by(first.operator.email, 'ana@nova.example foi excluído'));
  });
});

describe("a company's first owner", () => {
  const accept = async (text: string, email: string) => {
    const staff = new Visitor(environment().baseUrl);
    expect(text).toContain(`${environment().baseUrl}${linkIn(text)}`);
    await staff.get(linkIn(text));
    await staff.post('/panel/link', { token: tokenIn(text), name: 'Ana', next: PASSWORD });
    return (await loggedIn(environment().baseUrl, { email })).get('/panel/team');
  };

  it('is invited when the company is made, by a link that is shown once', async () => {
    const { operator, visitor } = await openConsole(environment());
    const fields = { name: 'Com Dona', time_zone: 'America/Manaus', plan: 'Pro', currency: 'BRL' };
    const form = { ...fields, token: newFormToken(Date.now(), randomInt), reason };
    const wrong = await visitor.post('/console/tenants/new', { ...form, owner: 'dona' });
    expect([wrong.status, wrong.text.includes('field-owner-error')]).toEqual([422, true]);
    const made = await visitor.post('/console/tenants/new', { ...form, owner: 'dona@loja.example' });
    expect(made.status).toBe(200);
    expect((await accept(made.text, 'dona@loja.example')).status).toBe(200);
    const id = Number(/tenants\/(\d+)/.exec(made.text)![1]);
    expect(await lastAction(id)).toMatchObject({ action: 'user.invited', operator: operator.email, reason });
    expect((await visitor.post('/console/tenants/new', { ...form, owner: 'dona@loja.example' })).status).toBe(
      303,
    );
  });

  it("is invited on the company's page, unless the address is a user's", async () => {
    const { tenantId } = await environment().tenant({ name: 'Sem Dona' });
    const { visitor } = await openConsole(environment());
    const path = `/console/tenants/${tenantId}`;
    expect((await visitor.get(path)).text).toContain(`${path}/owner`);
    const invite = (email: string) => visitor.post(`${path}/owner`, { email, reason });
    expect((await invite('dono')).status).toBe(422);
    const { text } = await invite('dono@loja.example');
    expect((await visitor.get(path)).text).toContain('<bdi>dono@loja.example</bdi>: convite aberto até');
    expect((await accept(text, 'dono@loja.example')).status).toBe(200);
    const again = await invite('DONO@loja.example');
    expect([again.status, again.text.includes('field-email-error')]).toEqual([422, true]);
  });
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
    expect((await visitor.post(`${path}/factor`, { reason })).status).toBe(409);
    expect((await visitor.post(`${path}/sessions`, { reason })).status).toBe(303);
    expect((await staff.get('/panel/account')).location).toContain('/panel/login');
    await db().query(
      "INSERT INTO user_second_factors (tenant_id, user_id, secret, confirmed_at) VALUES ($1, $2, '', now())",
      [tenantId, user.id],
    );
    expect((await visitor.post(`${path}/factor`, { reason })).status).toBe(303);
    expect((await visitor.post(`${path}/delete`, { reason })).status).toBe(303);
    expect((await visitor.get(path)).status).toBe(409);
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

it.each([
  ['pt-BR', ['Endpoint 2', 'Chave 3', 'Usuário 4', 'Convidou para a equipe Usuário']],
  ['en', ['Endpoint 2', 'Key 3', 'User 4', 'Invited to the team User']],
] as const)('names the kind of what has no name anymore: %s', async (language, names) => {
  const { tenantId } = await environment().tenant();
  const { visitor } = await openConsole(environment(), { language });
  const actor = { type: 'operator', name: 'Eva' } as const;
  const record = (action: AuditAction, type: TargetType, id: number | string) =>
    recordOperatorAction(db(), { tenantId, actor, action, target: { type, id, name: 'zzq@example.com' } });
  await record('endpoint.updated', 'endpoint', 2);
  await record('api_key.created', 'api_key', 3);
  await record('user.disabled', 'user', 4);
  await record('user.invited', 'user', 'zzq@example.com');
  await forgetTargets(db(), tenantId);
  const shown = textOf((await visitor.get(`/console/operators?tenant=${tenantId}`)).text);
  for (const name of names) expect(shown).toContain(name);
  expect(shown).not.toContain('zzq');
});
