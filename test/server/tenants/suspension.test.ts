import { expect, it } from 'vitest';
import type { Actor } from '../../../server/accounts/audit/actor.ts';
import { changeStatus, type StatusChange } from '../../../server/lifecycle/tenants/change-status.ts';
import { claimTenants } from '../../../server/webhooks/queue/claim.ts';
import { oldestDueSeconds, queueState } from '../../../server/webhooks/queue/queue-state.ts';
import { addUser, loggedIn, textOf, Visitor } from '../../support/panel.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import type { TestTenant } from '../../support/test-environment.ts';
import { register } from '../../support/webhooks.ts';

const environment = sharedEnvironment({ env: { OPERATOR_CONTACT: 'ajuda@tradepost.example' } });
const eva: Actor = { type: 'operator', name: 'Eva', reason: 'Fatura vencida' };
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const change = (tenantId: number, change: StatusChange) =>
  changeStatus(environment().context.db, eva, tenantId, change, wait);
const suspend = (tenantId: number) =>
  change(tenantId, { to: 'suspended', reason: 'Fatura vencida', graceDays: 30 });
const close = (tenantId: number) => change(tenantId, { to: 'closed', reason: 'Pediram', graceDays: 30 });

const codeOf = async ({ request }: TestTenant, method = 'GET', path = '/me', body?: object) => {
  const response = await request(method, path, { body });
  return response.ok ? response.status : ((await response.json()) as { code: string }).code;
};
const product = (sku: string) => ({ name: 'Café', sku, price: 10 });

it('refuses each request that starts after the suspension, and says nothing of its reason', async () => {
  const tenant = await environment().tenant();
  expect(await codeOf(tenant)).toBe(200);
  await suspend(tenant.tenantId);
  const response = await tenant.request('POST', '/products', { body: product('A') });
  expect(response.status).toBe(403);
  const text = await response.text();
  expect(JSON.parse(text)).toMatchObject({ code: 'tenant_suspended' });
  expect(text).not.toContain('Fatura');
  expect(await codeOf(tenant)).toBe('tenant_suspended');
  await change(tenant.tenantId, { to: 'resumed' });
  expect(await codeOf(tenant)).toBe(200);
});

it('keeps deliveries and the feed, counts nothing as late, and goes on in order', async () => {
  const { context } = environment();
  const tenant = await environment().tenant();
  const { tenantId } = tenant;
  await register(context, tenantId, 'http://127.0.0.1:9/hooks', ['product.created']);
  for (const sku of ['A', 'B', 'C'])
    expect(await codeOf(tenant, 'POST', '/products', product(sku))).toBe(201);
  await context.db.query("UPDATE webhook_queue SET due_at = due_at - interval '1 h' WHERE tenant_id = $1", [
    tenantId,
  ]);
  await suspend(tenantId);
  const capacity = { maxDeliveries: 1, endpointIds: [], allowances: [], defaultAllowance: 10 };
  const claim = async () => (await claimTenants(context.db, [tenantId], capacity)).deliveries;
  expect(await claim()).toEqual([]);
  expect(await oldestDueSeconds(context.db)).toBe(0);
  expect(await queueState(context.db)).toMatchObject({ due: 0, inactive: 3 });
  await change(tenantId, { to: 'resumed' });
  const skus: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    const [delivery] = await claim();
    skus.push((JSON.parse(String(delivery!.body)) as { data: { sku: string } }).data.sku);
  }
  expect(skus).toEqual(['A', 'B', 'C']);
  const feed = (await (await tenant.request('GET', '/events')).json()) as { data: object[] };
  expect(feed.data).toHaveLength(3);
});

it("doesn't count the time without deliveries against an endpoint that failed before", async () => {
  const { context } = environment();
  const { tenantId } = await environment().tenant();
  const { id } = await register(context, tenantId, 'http://127.0.0.1:9/hooks', ['product.created']);
  const failing = "UPDATE webhook_registrations SET failing_since = now() - interval '6 days' WHERE id = $1";
  await context.db.query(failing, [id]);
  await suspend(tenantId);
  await change(tenantId, { to: 'resumed' });
  const [endpoint] = await context.db.query<{ recent: boolean }>(
    "SELECT failing_since > now() - interval '1 h' AS recent FROM webhook_registrations WHERE id = $1",
    [id],
  );
  expect(endpoint).toEqual({ recent: true });
});

it('leaves staff a panel that shows everything, changes nothing, and says whom to ask', async () => {
  const { tenantId } = await environment().tenant();
  const visitor = await loggedIn(environment().baseUrl, await addUser(environment(), tenantId));
  await suspend(tenantId);
  const page = textOf((await visitor.get('/panel/keys')).text);
  expect(page).toContain('A empresa está suspensa. ');
  expect(page).toContain('Fale com quem dá suporte ao Tradepost (ajuda@tradepost.example).');
  expect(page).not.toContain('Fatura');
  const audit = textOf((await visitor.get('/panel/audit')).text);
  expect(audit).toContain('Suspendeu a empresa');
  expect(audit).not.toMatch(/Fatura|Eva/);
  const refused = await visitor.post('/panel/keys');
  expect(refused.status).toBe(403);
  expect(textOf(refused.text)).toContain('Nada foi alterado');
  expect((await visitor.post('/panel/account/sessions/end')).status).toBe(303);
});

it('a closed tenant has no keys and no logins, and has them again when it is reopened', async () => {
  const { db } = environment().context;
  const tenant = await environment().tenant();
  const { tenantId } = tenant;
  const user = await addUser(environment(), tenantId);
  const visitor = await loggedIn(environment().baseUrl, user);
  await close(tenantId);
  const refused = await tenant.request('GET', '/me');
  expect(refused.status).toBe(401);
  expect(await refused.json()).toMatchObject({
    code: 'api_key_inactive',
    detail: expect.stringContaining('closed'),
  });
  expect((await visitor.get('/panel/keys')).location).toContain('/panel/login');
  expect((await new Visitor(environment().baseUrl).logIn(user)).status).toBe(422);
  const [row] = await db.query<{ days: number }>(
    'SELECT round(extract(epoch FROM delete_after - now()) / 86400)::int AS days FROM tenants WHERE tenant_id = $1',
    [tenantId],
  );
  expect(row).toEqual({ days: 30 });
  await change(tenantId, { to: 'reopened' });
  expect(await codeOf(tenant)).toBe(200);
  expect((await visitor.get('/panel/keys')).location).toContain('/panel/login');
  await loggedIn(environment().baseUrl, user);
});

it('reopens a tenant as it was: suspended', async () => {
  const tenant = await environment().tenant();
  await suspend(tenant.tenantId);
  await close(tenant.tenantId);
  await change(tenant.tenantId, { to: 'reopened' });
  expect(await codeOf(tenant)).toBe('tenant_suspended');
});

it('tells operators who did it and why, and the tenant that an operator did', async () => {
  const { db } = environment().context;
  const { tenantId } = await environment().tenant();
  await suspend(tenantId);
  const actions = 'SELECT operator, action, reason FROM operator_actions WHERE about_tenant = $1';
  expect(await db.query(actions, [tenantId])).toEqual([
    { operator: 'Eva', action: 'tenant.suspended', reason: 'Fatura vencida' },
  ]);
  const entries =
    "SELECT actor_type, actor_name, details FROM audit_entries WHERE tenant_id = $1 AND action = 'tenant.suspended'";
  expect(await db.query(entries, [tenantId])).toEqual([
    { actor_type: 'operator', actor_name: null, details: '{}' },
  ]);
});
