import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import { listAudit } from '../../../server/accounts/audit/list.ts';
import { newFormToken } from '../../../server/accounts/staff/form-token.ts';
import { ENDPOINT_ALERTS } from '../../../server/webhooks/alerts/kinds.ts';
import { openAlerts } from '../../../server/webhooks/alerts/list.ts';
import { watch } from '../../../server/webhooks/alerts/watch.ts';
import { claimTenants } from '../../../server/webhooks/queue/claim.ts';
import { lateEndpoints, oldestDueSeconds, queueState } from '../../../server/webhooks/queue/queue-state.ts';
import { openConsole } from '../../support/console.ts';
import { dueFor } from '../../support/due-deliveries.ts';
import { report, runCommand } from '../../support/in-process-command.ts';
import { addUser, loggedIn, textOf } from '../../support/panel.ts';
import { SECRET_KEY, type TestEnvironment, useTestEnvironment } from '../../support/test-environment.ts';
import { deliveriesOf, register } from '../../support/webhooks.ts';

const REASON = ['--reason', 'Queixa de terceiros', '--operator', 'Eva'];

/** A tenant with an endpoint at this URL, and what was emitted for it an hour ago. */
async function shopAt(environment: TestEnvironment, url: string) {
  const { tenantId } = await environment.tenant();
  const { id } = await register(environment.context, tenantId, url, ['product.deleted']);
  for (let n = 1; n <= 3; n += 1)
    await environment.context.db.query(
      `SELECT emit_test_event($1, $2, 'product.deleted', '{"product_id":${n}}')`,
      [tenantId, id],
    );
  await dueFor(environment.context, id, 3600);
  return { tenantId, id };
}

async function useHolds() {
  const environment = await useTestEnvironment({ roles: ['api', 'panel', 'console'] });
  const { db } = environment.context;
  const env = { DATABASE_URL: environment.databaseUrl, TRADEPOST_SECRET_KEY: SECRET_KEY };
  const run = <T = object>(...args: string[]) => report<T>(['delivery', ...args], env);
  const refused = async (...args: string[]) => (await runCommand(['delivery', ...args], env)).stderr;
  const claimed = async ({ tenantId }: { tenantId: number }) => {
    const capacity = { maxDeliveries: 100, endpointIds: [], allowances: [], defaultAllowance: 100 };
    return (await claimTenants(db, [tenantId], capacity)).deliveries.map(({ body }) => JSON.parse(body).data);
  };
  const actions = () => report<object[]>(['operator', 'actions', '--limit', '10'], env);
  return { environment, db, run, refused, claimed, actions };
}

const IN_ORDER = [1, 2, 3].map((product_id) => ({ product_id }));

it('a held tenant is sent nothing, counts as late nowhere, and goes on in order', async () => {
  const { environment, db, run, claimed, actions } = await useHolds();
  const held = await shopAt(environment, 'https://hooks.a.example/in');
  const other = await shopAt(environment, 'https://hooks.a.example/in');
  const tenant = ['--tenant', String(held.tenantId)];
  expect(await run('hold', ...tenant, ...REASON)).toEqual({ tenant_id: held.tenantId, status: 'held' });
  expect(await claimed(held)).toEqual([]);
  expect(await claimed(other)).toEqual(IN_ORDER);
  expect([await oldestDueSeconds(db), await lateEndpoints(db)]).toEqual([0, []]);
  expect(await queueState(db)).toMatchObject({ due: 0, inactive: 3 });
  expect(await run('held')).toMatchObject([
    { tenant_id: held.tenantId, host: null, operator: expect.any(String), reason: 'Queixa de terceiros' },
  ]);
  const [waiting] = await deliveriesOf(environment.context, held.tenantId);
  expect(await run('show', waiting!.id)).toMatchObject([
    {},
    { step: 'due', result: 'PENDING, held by an operator' },
  ]);
  const last = (await deliveriesOf(environment.context, held.tenantId)).at(-1)!;
  expect(await run('resend', last.id)).toMatchObject({ status: 'PENDING', held: true });
  const told = (await run('show', last.id)) as { step: string; at: string }[];
  expect(told.map(({ step }) => step)).toEqual([expect.any(String), 'resent', 'due']);
  expect(told.map(({ at }) => at)).toEqual(told.map(({ at }) => at).toSorted());
  await run('release', ...tenant, ...REASON);
  expect(await claimed(held)).toEqual(IN_ORDER);
  expect(await run('held')).toEqual([]);
  expect(await actions()).toMatchObject([
    { action: 'deliveries.released', operator: 'Eva' },
    { action: 'delivery.resent' },
    { action: 'deliveries.held', reason: 'Queixa de terceiros', target: `tenant ${held.tenantId}` },
  ]);
});

it('a held host is sent nothing, however its URL is written and whenever it is registered', async () => {
  const { environment, run, claimed, actions } = await useHolds();
  const before = await shopAt(environment, 'https://Hooks.A.example./in');
  expect(await run('hold', '--host', 'hooks.a.EXAMPLE', ...REASON)).toMatchObject({ endpoints: 1 });
  const after = await shopAt(environment, 'https://h%6foks.a.example:8443/in');
  const elsewhere = await shopAt(environment, 'https://hooks.a.example.org/in');
  expect(await claimed(before)).toEqual([]);
  expect(await claimed(after)).toEqual([]);
  expect(await claimed(elsewhere)).toEqual(IN_ORDER);
  expect(await run('held')).toMatchObject([{ host: 'hooks.a.example', reason: 'Queixa de terceiros' }]);
  expect(await run('release', '--host', 'hooks.a.example', ...REASON)).toMatchObject({ endpoints: 2 });
  expect(await claimed(before)).toEqual(IN_ORDER);
  expect(await claimed(after)).toEqual(IN_ORDER);
  expect(await actions()).toMatchObject([{}, { action: 'deliveries.held', target: 'host hooks.a.example' }]);
  const ofTenant = await listAudit(environment.context.db, before.tenantId, {}, { limit: 2 });
  expect(ofTenant.map(({ action, details }) => [action, details])).toEqual(
    ['deliveries.released', 'deliveries.held'].map((action) => [action, { host: 'hooks.a.example' }]),
  );
});

it('an address is a host, too; what is neither is refused, and so is a hold without a reason', async () => {
  const { environment, run, refused, claimed } = await useHolds();
  const shop = await shopAt(environment, 'https://[2600:0::1]/in');
  await run('hold', '--host', '2600::1', ...REASON);
  expect(await claimed(shop)).toEqual([]);
  for (const host of ['https://a.example', 'a.example/x', 'a.example:8443', 'u@a.example', ''])
    expect(await refused('hold', '--host', host, ...REASON), host).toContain('--host is');
  expect(await refused('hold', ...REASON)).toContain('--tenant or --host');
  expect(await refused('hold', '--tenant', '1', '--host', 'a.example', ...REASON)).toContain('or --host');
  expect(await refused('hold', '--tenant', '999999', ...REASON)).toContain('There is no tenant');
  expect(await refused('hold', '--host', 'a.example', '--reason', ' ')).toContain('--reason');
  expect(await refused('hold', '--host', 'a.example')).toContain('--reason');
});

it('says what changes nothing, and that no endpoint is at a host', async () => {
  const { environment, run, actions } = await useHolds();
  const { tenantId } = await shopAt(environment, 'https://hooks.a.example/in');
  const said = async (...args: string[]) => {
    const { warning, ...rest } = await run<{ warning?: string }>(...args, ...REASON);
    return { ...rest, warning: warning?.slice(0, 15) };
  };
  const misspelt = { host: 'hoks.a.example', endpoints: 0 };
  expect(await said('hold', '--host', 'hoks.a.example')).toEqual({
    ...misspelt,
    status: 'held',
    warning: 'No endpoint is ',
  });
  expect(await said('release', '--host', 'hoks.a.example')).toEqual({
    ...misspelt,
    status: 'released',
    warning: undefined,
  });
  const written = await actions();
  const notHeld = { status: 'not held', warning: 'It was not held' };
  expect(await said('release', '--host', 'hoks.a.example')).toEqual({ ...misspelt, ...notHeld });
  expect(await said('release', '--tenant', String(tenantId))).toEqual({ tenant_id: tenantId, ...notHeld });
  expect(await actions()).toEqual(written);
  await run('hold', '--host', 'hooks.a.example', ...REASON);
  const [first] = await run<object[]>('held');
  const again = { host: 'hooks.a.example', endpoints: 1, status: 'held', warning: 'It was held alr' };
  expect(await said('hold', '--host', 'hooks.a.example')).toEqual(again);
  expect(await run('held')).toEqual([first]);
});

it.each(['--host', '--tenant'])(
  '%s is shown to staff and operators, and no alert is opened meanwhile',
  async (of) => {
    const { environment, db, run } = await useHolds();
    const { tenantId, id } = await shopAt(environment, 'https://hooks.a.example/in');
    const late = await shopAt(environment, 'https://hooks.a.example/late');
    const target = (tenant: number) => [of, of === '--host' ? 'hooks.a.example' : String(tenant)];
    await db.query(
      "UPDATE webhook_registrations SET failing_since = now() - interval '2 h', failed_attempts = 20 WHERE id = $1",
      [id],
    );
    // Some of the other's are being sent, and others wait for too long.
    await db.query(
      `UPDATE webhook_queue SET lease_token = gen_random_uuid(), leased_until = now() + interval '1 h'
     WHERE delivery_id = (SELECT delivery_id FROM webhook_queue WHERE registration_id = $1 LIMIT 1)`,
      [late.id],
    );
    for (const tenant of [tenantId, late.tenantId]) await run('hold', ...target(tenant), ...REASON);
    const open = async (tenant: number) => (await openAlerts(db, tenant, ENDPOINT_ALERTS)).alerts;
    await watch({ db, log: environment.context.log, emails: false });
    expect([await open(tenantId), await open(late.tenantId)]).toEqual([[], []]);

    const staff = await loggedIn(environment.baseUrl, await addUser(environment, tenantId));
    const see = async (path: string) => textOf((await staff.get(path)).text);
    expect(await see('/panel/webhooks')).toContain('Retido');
    const endpoint = await see(`/panel/webhooks/${id}`);
    expect(endpoint).toContain('Quem opera o serviço retém as entregas deste endpoint desde');
    for (const said of ['Falhando', 'Queixa', 'Enviar teste']) expect(endpoint).not.toContain(said);
    expect(await see('/panel/deliveries')).toContain('Retida por quem opera o serviço');
    const test = await staff.post(`/panel/webhooks/${id}/test`, {
      kind: 'order.created',
      token: newFormToken(Date.now(), randomInt),
    });
    expect([test.status, textOf(test.text)]).toEqual([
      422,
      expect.stringContaining('testes não são enviados'),
    ]);

    const { visitor } = await openConsole(environment);
    const company = textOf((await visitor.get(`/console/tenants/${tenantId}`)).text);
    expect(company).toContain(of === '--host' ? 'Hosts retidos hooks.a.example' : 'Entregas retidas desde');
    const env = { DATABASE_URL: environment.databaseUrl, TRADEPOST_SECRET_KEY: SECRET_KEY };
    expect(await report(['tenant', 'show', String(tenantId)], env)).toMatchObject({
      held_hosts: of === '--host' ? ['hooks.a.example'] : [],
      deliveries_held_since: of === '--host' ? null : expect.any(String),
    });
    expect(await report(['webhook', 'list', '--tenant', String(tenantId)], env)).toMatchObject([
      { held_since: expect.any(String) },
    ]);

    for (const tenant of [tenantId, late.tenantId]) await run('release', ...target(tenant), ...REASON);
    await db.query("UPDATE webhook_registrations SET failing_since = now() - interval '2 h' WHERE id = $1", [
      id,
    ]);
    await watch({ db, log: environment.context.log, emails: false });
    expect(await open(tenantId)).toMatchObject([{ kind: 'endpoint_failing', heldSince: null }]);
    expect(await open(late.tenantId)).toMatchObject([{ kind: 'endpoint_late' }]);
    await run('hold', ...target(tenantId), ...REASON);
    const alerts = await see('/panel/alerts');
    expect(alerts).toContain('Está retido por quem opera o serviço');
    expect(alerts).not.toContain('será desligado');
  },
);
