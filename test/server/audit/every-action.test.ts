import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { AUDIT_ACTIONS } from '../../../server/accounts/audit/actions.ts';
import { listAudit } from '../../../server/accounts/audit/list.ts';
import { listInvitations } from '../../../server/accounts/staff/invitations.ts';
import { listUsers } from '../../../server/accounts/staff/users.ts';
import { openConsole } from '../../support/console.ts';
import { report } from '../../support/in-process-command.ts';
import { Visitor } from '../../support/panel.ts';
import { setUpFactor, tokenIn } from '../../support/people.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { SECRET_KEY } from '../../support/test-environment.ts';

const environment = sharedEnvironment({ roles: ['api', 'panel', 'console'] });
const EMAIL = 'ana@serraalta.com.br';
const PASSWORD = 'um café coado na hora';

type Report = Readonly<Record<string, string | number>>;
const run = (args: string, input?: string): Promise<Report> => {
  const env = { DATABASE_URL: environment().databaseUrl, TRADEPOST_SECRET_KEY: SECRET_KEY };
  return report<Report>(args.split(' '), env, input);
};

async function manageUsers(tenant: string): Promise<void> {
  const user = `--tenant ${tenant} --email ${EMAIL} --permissions none --password-stdin`;
  const { user_id } = await run(`user create ${user}`, PASSWORD);
  await run(`user set-permissions ${user_id} --permissions all`);
  await run(`user set-password ${user_id} --password-stdin`, PASSWORD);
  await run(`user disable ${user_id}`);
  await run(`user enable ${user_id}`);
  const other = user.replace(EMAIL, 'rui@serraalta.com.br');
  await run(`user delete ${(await run(`user create ${other}`, PASSWORD)).user_id}`);
}

async function manageTenant(tenant: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tradepost-audit-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await run(`tenant update ${tenant} --plan Basic --name Empresa`);
  await run(`tenant suspend ${tenant} --reason test`);
  await run(`tenant resume ${tenant}`);
  await run(`tenant close ${tenant} --reason test`);
  await run(`tenant reopen ${tenant}`);
  await run(`tenant export ${tenant} --to ${folder}`);
  const { visitor } = await openConsole(environment());
  await visitor.post(`/console/tenants/${tenant}/view`, { reason: 'test' });
}

async function manageKeys(tenant: string): Promise<void> {
  const { key_id } = await run(`key create --tenant ${tenant} --name ERP --scopes all`);
  await run(`key deactivate ${key_id}`);
  await run(`key delete ${key_id}`);
}

async function manageEndpoints(tenant: string, staff: Visitor): Promise<void> {
  const { webhook_id: id } = await run(
    `webhook create --tenant ${tenant} --url http://127.0.0.1:9/ --events all`,
  );
  await run(`webhook update ${id} --description ERP`);
  await run(`webhook deactivate ${id}`);
  await run(`webhook activate ${id}`);
  await run(`webhook rotate-secret ${id}`);
  expect((await staff.post(`/panel/webhooks/${id}/secret`)).status).toBe(200);
  await run(`webhook test ${id} --event order.created`);
  const { db } = environment().context;
  const [delivery] = await db.query<{ id: string }>(
    'SELECT id FROM webhook_deliveries WHERE tenant_id = $1',
    [tenant],
  );
  await run(`delivery resend ${delivery!.id}`);
  const { recovery_id } = await run(`webhook recover ${id} --from 2026-01-01T00:00:00Z`);
  await run(`webhook recovery ${recovery_id} --webhook ${id} --stop`);
  await failAndShare(tenant, staff, Number(id));
  await run(`webhook delete ${id}`);
}

/** An order whose message failed: its page is shared, and the problem marked. */
async function failAndShare(tenant: string, staff: Visitor, endpoint: number): Promise<void> {
  const { key } = await run(`key create --tenant ${tenant} --name Loja --scopes all`);
  const post = async (where: string, body: object): Promise<number> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const url = `${environment().baseUrl}/api/v1${where}`;
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    return ((await response.json()) as { id: number }).id;
  };
  const customer_id = await post('/customers', { type: 'person', name: 'Ana' });
  const product_id = await post('/products', { name: 'Café', sku: 'CAF', price: 10, track_stock: false });
  const order = await post('/orders', { customer_id, items: [{ product_id, quantity: 1 }] });
  await environment().context.db.query(FAIL, [tenant]);
  await staff.post(`/panel/orders/${order}/share`, { endpoint: String(endpoint) });
  const problem = `${endpoint} serverError 500`;
  await staff.post('/panel/problems/solve', { problem });
  await staff.post('/panel/problems/reopen', { problem });
}

const FAIL = `WITH failed AS (
    UPDATE webhook_deliveries d SET status = 'FAILED', attempt_number = 1, response_status = 500, next_retry_at = NULL
    WHERE tenant_id = $1 RETURNING tenant_id, id
  ), unqueued AS (DELETE FROM webhook_queue WHERE tenant_id = $1)
  INSERT INTO webhook_attempts (tenant_id, delivery_id, number, started_at, outcome, response_status, response_body, duration_ms)
  SELECT tenant_id, id, 1, now(), 'refused', 500, '', 12 FROM failed ON CONFLICT DO NOTHING`;

async function holdDeliveries(tenant: string): Promise<void> {
  for (const what of ['hold', 'release'])
    await run(`delivery ${what} --tenant ${tenant} --reason Complaint --operator Eva`);
}

async function managePeople(staff: Visitor, tenantId: number): Promise<void> {
  const invite = async (email: string) =>
    (await staff.post('/panel/team/invite', { email, role: 'viewer' })).text;
  const accept = (text: string, fields: Record<string, string>) =>
    new Visitor(environment().baseUrl).post('/panel/link', { token: tokenIn(text), ...fields });
  await invite('rui@serraalta.com.br');
  const invited = await listInvitations(environment().context.db, tenantId);
  await staff.post(`/panel/team/invitations/${invited[0]!.id}/revoke`);
  await accept(await invite('lia@serraalta.com.br'), { name: 'Lia', next: PASSWORD });
  const users = await listUsers(environment().context.db, tenantId);
  const [lia, ana] = ['lia@serraalta.com.br', EMAIL].map(
    (email) => users.find((each) => each.email === email)!,
  );
  await staff.post(`/panel/team/${lia!.id}/password-link`);
  await staff.post(`/panel/team/${lia!.id}/remove`);
  await staff.post('/panel/account/name', { name: 'Ana Serra' });
  await setUpFactor(environment(), staff, ana!);
  await staff.post('/panel/account/second-factor/codes');
  await staff.post('/panel/team/second-factor', { required: 'yes' });
  await staff.post('/panel/team/second-factor');
  await staff.post('/panel/account/second-factor/remove');
  const { text } = await staff.post('/panel/account/email', { email: 'ana@nova.example' });
  await accept(text, { current: PASSWORD });
}

it('everything that the audit knows really happens, in the panel and by commands, and is recorded', async () => {
  const tenant = String((await run('tenant create --name Loja --plan Pro')).tenant_id);
  await manageTenant(tenant);
  await manageUsers(tenant);
  await manageKeys(tenant);
  await holdDeliveries(tenant);
  const staff = new Visitor(environment().baseUrl);
  await staff.logIn({ email: EMAIL }, 'not the password');
  await staff.logIn({ email: EMAIL }, PASSWORD);
  await managePeople(staff, Number(tenant));
  await manageEndpoints(tenant, staff);
  await staff.post('/panel/logout');
  const recorded = async (): Promise<string[]> => {
    const entries = await listAudit(environment().context.db, Number(tenant), {}, { limit: 100 });
    return [...new Set(entries.map(({ action }) => action))].toSorted();
  };
  await expect.poll(recorded).toEqual([...AUDIT_ACTIONS].toSorted());
});
