import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { listOperatorActions } from '../../../server/accounts/audit/operator-actions.ts';
import { findUsers, type UserSearch } from '../../../server/accounts/staff/users.ts';
import type { Querier } from '../../../server/db/querier.ts';
import { findTenants, type TenantSearch } from '../../../server/lifecycle/tenants/find-tenants.ts';
import { tenantUsage } from '../../../server/lifecycle/tenants/tenant-usage.ts';
import { type OwnDatabase, ownDatabase } from '../../support/databases.ts';
import { explain } from '../../support/explain.ts';

const TENANTS = 5_000;
const PAGE = 50;
/** All names, on 60 pages, and then some look-ups for each row of the page. */
const MOST_BUFFERS = 1_500;

const FILLED = ['users', 'api_keys', 'webhook_registrations'];
const ROWS = `
INSERT INTO tenants (name, plan, api_enabled, webhooks_enabled, api_rate_limit_rpm)
SELECT 'Loja ' || n, 'Pro', true, true, 300 FROM generate_series(1, ${TENANTS}) n;
INSERT INTO users (tenant_id, email, password, permissions)
SELECT tenant_id, 'user' || n || '@' || tenant_id || '.example', '', '{}' FROM tenants, generate_series(1, 10) n;
INSERT INTO api_keys (tenant_id, name, prefix, hash, scopes)
SELECT tenant_id, 'ERP', 'tp_' || left(md5(tenant_id || '/' || n), 8), decode(md5(tenant_id || '/' || n), 'hex'), '{}'
FROM tenants, generate_series(1, 10) n;
INSERT INTO webhook_registrations (tenant_id, url, description, events, secret)
SELECT tenant_id, 'https://hooks' || n || '.' || tenant_id || '.example/in', '', '{}', '' FROM tenants, generate_series(1, 10) n;
INSERT INTO operator_actions (operator, action, about_tenant) SELECT 'eva', 'tenant.updated', n FROM generate_series(1, 5000) n, generate_series(1, 4);
ANALYZE`;

let database: OwnDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await ownDatabase(inject('serverUrl'), 'tradepost_template');
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(ROWS);
}, 120_000);
afterAll(async () => {
  await client.end();
  await database.drop();
});

const UNNAMED = { name: undefined, statement: undefined, parameters: [] };

/** What a function asks, and its plan. */
async function planOf<Found>(ask: (db: Querier) => Promise<Found>) {
  let asked = { text: '', values: [] as readonly unknown[] };
  const query: Querier['query'] = async (statement, values) => {
    asked = { text: String(statement), values };
    return (await client.query(asked.text, [...values])).rows;
  };
  const found = await ask({ query });
  return { found, plan: await explain(client, { ...UNNAMED, ...asked }, 'force_custom_plan') };
}

it.each<[string, Partial<TenantSearch>, number]>([
  ['the first page', {}, PAGE],
  ['a later page', { after: 4_000 }, PAGE],
  ['a part of a name', { text: 'loja 4999' }, 1],
  ['a part of many names', { text: 'loja' }, PAGE],
  ['an e-mail address', { text: 'USER7@4321.example' }, 1],
  ['a host', { text: 'hooks3.4321.example' }, 1],
  ['a domain', { text: '4321.example' }, 1],
  ['what nobody has', { text: 'nobody@nowhere.example' }, 0],
  ['a status that none has', { status: 'closed' }, 0],
])(
  'a search among 5 000 tenants for %s reads no table whole but that of the tenants',
  async (_, search, count) => {
    const { found, plan } = await planOf((db) => findTenants(db, { after: 0, limit: PAGE, ...search }));
    expect(found).toHaveLength(count);
    expect(
      plan.scanned.filter((table) => table !== 'tenants'),
      plan.shape,
    ).toEqual([]);
    expect(plan.buffers, plan.shape).toBeLessThan(MOST_BUFFERS);
  },
);

it.each<[string, Omit<UserSearch, 'limit'>, number]>([
  ['the first page', {}, PAGE],
  ['a later page', { after: { tenantId: 4_000, id: 40_000 } }, PAGE],
  ['an e-mail address', { email: 'USER7@4321.example' }, 1],
  ["a tenant's", { tenantId: 4_321 }, 10],
  ['an address that nobody has', { email: 'nobody@nowhere.example' }, 0],
])('a search among 50 000 users for %s reads no table whole', async (_, search, count) => {
  const { found, plan } = await planOf((db) => findUsers(db, { limit: PAGE, ...search }));
  expect(found).toHaveLength(count);
  expect(
    plan.scanned.filter((table) => FILLED.includes(table)),
    plan.shape,
  ).toEqual([]);
  expect(plan.buffers, plan.shape).toBeLessThan(MOST_BUFFERS);
});

it.each<[string, { tenantId?: number; before?: string }]>([
  ['the latest', {}],
  ['a later page', { before: '10000' }],
  ["a tenant's", { tenantId: 4_321 }],
])('a page of what operators did reads that page alone: %s', async (_, filter) => {
  const { found, plan } = await planOf((db) => listOperatorActions(db, { limit: PAGE, ...filter }));
  expect(found.length).toBeGreaterThan(0);
  expect(plan.scanned, plan.shape).toEqual([]);
});

it("a tenant's usage reads the tenant's rows only", async () => {
  const { found, plan } = await planOf((db) => tenantUsage(db, 4_321));
  expect(found).toMatchObject({ users: 10, keys: 10, endpoints: 10, orders: 0, last_request_at: null });
  expect(
    plan.scanned.filter((table) => FILLED.includes(table)),
    plan.shape,
  ).toEqual([]);
});
