import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { SCOPES } from '../../server/accounts/api-keys/scopes.ts';
import { openRateLimiter } from '../../server/api/limits/rate-limiter.ts';
import { bundle } from '../../server/base/contract.ts';
import type { ProblemBody, ProblemCode } from '../../server/base/problems/api-problem.ts';
import { createServer } from '../../server/http/connection/create-server.ts';
import { createApp } from '../../server/main/roles/app.ts';
import { ProcessHealth } from '../../server/main/roles/process-health.ts';
import { problems } from '../contract-check/contract.ts';
import { pagesContract } from '../support/docs-sources.ts';
import { environmentBehindProxy } from '../support/environment-behind-proxy.ts';
import { responseTo } from '../support/raw-socket.ts';
import { sharedEnvironment } from '../support/shared-environment.ts';
import { type TestTenant, useTestEnvironment } from '../support/test-environment.ts';

const environment = sharedEnvironment();
const PAST = '2020-01-01T00:00:00Z';
const product = { name: 'Café', sku: 'CAF', price: 10 };
const category = { name: 'Cafés' };
const key = (value: string) => ({ headers: { 'Idempotency-Key': value } });

/** Creates a row through the API and returns it. */
async function create<T = { id: number }>(tenant: TestTenant, path: string, body: object): Promise<T> {
  const response = await tenant.request('POST', path, { body });
  expect(response.status, await response.clone().text()).toBe(201);
  return (await response.json()) as T;
}

/** Creates a product with a stock of 5, and a customer. */
async function shop(tenant: TestTenant): Promise<{ product_id: number; customer_id: number }> {
  const { id: product_id } = await create(tenant, '/products', product);
  const { id: customer_id } = await create(tenant, '/customers', { type: 'person', name: 'Maria Souza' });
  await create(tenant, `/stock/${product_id}/adjustments`, {
    mode: 'set',
    quantity: 5,
    reason: 'initial',
  });
  return { product_id, customer_id };
}

/** The body of an order with one line. */
async function anOrder(tenant: TestTenant, quantity = 1): Promise<{ customer_id: number; items: object[] }> {
  const { product_id, customer_id } = await shop(tenant);
  return { customer_id, items: [{ product_id, quantity }] };
}

const post = (tenant: TestTenant, path: string, body: object): Promise<Response> =>
  tenant.request('POST', path, { body });
const me = (tenant: TestTenant, given: string | null): Promise<Response> =>
  tenant.request('GET', '/me', { key: given });

/** Sends bytes that fetch would refuse to send. */
async function overSocket(bytes: string, baseUrl = environment().baseUrl): Promise<Response> {
  const { status, headers, body } = await responseTo(baseUrl, bytes);
  return new Response(body, { status, headers });
}

/** A request that causes each problem code. The compiler reports codes without a case. */
const cases: Record<ProblemCode, (tenant: TestTenant) => Promise<Response>> = {
  invalid_request: (tenant) => post(tenant, '/products', { ...product, price: 1.99999999999 }),
  malformed_body: ({ request }) => request('POST', '/products', { raw: '{' }),
  malformed_request: () => overSocket('GET /api/v1/me HTTP/1.1\r\n\r\n'),
  invalid_cursor: ({ request }) => request('GET', '/products?cursor=made-up'),
  feed_rewound: ({ tenantId, request }) => {
    const position = { sort: 'position', value: 'lost/lost/', id: '5' };
    return request(
      'GET',
      `/events?cursor=${environment().context.cursors.encode('events', tenantId, position)}`,
    );
  },
  api_key_missing: (tenant) => me(tenant, null),
  api_key_unknown: (tenant) => me(tenant, 'tp_nobody'),
  api_key_inactive: async (tenant) => {
    await environment().context.db.query('UPDATE api_keys SET active = false WHERE id = $1', [tenant.keyId]);
    return me(tenant, tenant.key);
  },
  api_key_expired: async (tenant) => me(tenant, (await tenant.addKey(SCOPES, PAST)).key),
  insufficient_scope: async (tenant) =>
    tenant.request('GET', '/products', { key: (await tenant.addKey(['orders.read'])).key }),
  tenant_suspended: async (tenant) => {
    await environment().context.db.query("UPDATE tenants SET status = 'suspended' WHERE tenant_id = $1", [
      tenant.tenantId,
    ]);
    return me(tenant, tenant.key);
  },
  plan_feature_disabled: async (tenant) => {
    await environment().context.db.query('UPDATE tenants SET api_enabled = false WHERE tenant_id = $1', [
      tenant.tenantId,
    ]);
    return me(tenant, tenant.key);
  },
  storage_full: async (tenant) => {
    await environment().context.db.query('UPDATE tenants SET stored_bytes_limit = 0 WHERE tenant_id = $1', [
      tenant.tenantId,
    ]);
    return post(tenant, '/products', product);
  },
  not_found: ({ request }) => request('GET', '/products/2000000000'),
  method_not_allowed: ({ request }) => request('DELETE', '/me'),
  not_acceptable: ({ request }) => request('GET', '/me', { headers: { accept: 'text/html' } }),
  request_timeout: async () => {
    const { context } = environment();
    const limiter = openRateLimiter({ kind: 'memory' });
    const health = new ProcessHealth({ ...context, serves: true });
    const limits = { headersMs: 100, requestMs: 200, checkEveryMs: 50 };
    const server = createServer(createApp(context, limiter, { health }).express, context.log, limits);
    onTestFinished(() => void server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    return overSocket('GET /api/v1/me HTTP/1.1\r\nHost: x\r\n', `http://127.0.0.1:${port}`);
  },
  already_exists: async (tenant) => {
    const named = { ...product, external_id: 'ERP-1001' };
    await create(tenant, '/products', named);
    return post(tenant, '/products', named);
  },
  in_use: async (tenant) => {
    const { id } = await create(tenant, '/categories', category);
    await create(tenant, '/products', { ...product, category_id: id });
    return tenant.request('DELETE', `/categories/${id}`);
  },
  insufficient_stock: async (tenant) => post(tenant, '/orders', await anOrder(tenant, 6)),
  stale_stock: async (tenant) => {
    const { product_id } = await shop(tenant);
    const stale = { mode: 'set', quantity: 3, reason: 'count', expected_on_hand: 4 };
    return post(tenant, `/stock/${product_id}/adjustments`, stale);
  },
  total_mismatch: async (tenant) =>
    post(tenant, '/orders', { ...(await anOrder(tenant)), expected_total: 9 }),
  overlap: async (tenant) => {
    const table = { name: 'Atacado', kind: 'fixed', is_default: true };
    await create(tenant, '/price-tables', { ...table, code: 'A' });
    return post(tenant, '/price-tables', { ...table, code: 'B' });
  },
  invalid_status_transition: async (tenant) => {
    const { id } = await create(tenant, '/orders', await anOrder(tenant));
    return post(tenant, `/orders/${id}/status`, { status: 'Delivered' });
  },
  order_not_editable: async (tenant) => {
    const { id } = await create(tenant, '/orders', await anOrder(tenant));
    await post(tenant, `/orders/${id}/status`, { status: 'Canceled' });
    return tenant.request('PATCH', `/orders/${id}`, { body: { notes: 'x' } });
  },
  // Of a row.
  order_differs: async (tenant) => {
    const items = [
      { ...(await anOrder(tenant)), external_id: 'E', placed_at: '2020-01-01T00:00:00Z', status: 'Pending' },
    ];
    const [line] = items[0]!.items;
    const withPrice = (unit_price: number) => ({
      items: items.map((order) => ({ ...order, items: [{ ...line, unit_price }] })),
    });
    await post(tenant, '/orders/import', withPrice(1));
    const response = await post(tenant, '/orders/import', withPrice(2));
    const { results } = (await response.json()) as { results: { status: number; problem: object }[] };
    const { status, problem } = results[0]!;
    return Response.json(problem, { status, headers: { 'Content-Type': 'application/problem+json' } });
  },
  payment_exceeds_total: async (tenant) => {
    const { id } = await create(tenant, '/orders', await anOrder(tenant));
    return post(tenant, `/orders/${id}/payments`, { amount: 10.01, method: 'pix' });
  },
  payment_not_allowed: async (tenant) => {
    const { id } = await create(tenant, '/orders', await anOrder(tenant));
    await post(tenant, `/orders/${id}/status`, { status: 'Canceled' });
    return post(tenant, `/orders/${id}/payments`, { amount: 10, method: 'pix' });
  },
  payment_refunded: async (tenant) => {
    const { id } = await create(tenant, '/orders', await anOrder(tenant));
    await create(tenant, `/orders/${id}/payments`, { amount: 10, method: 'pix' });
    await create(tenant, `/orders/${id}/refunds`, { amount: 1, reason: 'Avaria' });
    return post(tenant, `/orders/${id}/payments/1/void`, { reason: 'Engano' });
  },
  payment_voided: async (tenant) => {
    const { id } = await create(tenant, '/orders', await anOrder(tenant));
    await create(tenant, `/orders/${id}/payments`, { amount: 10, method: 'pix' });
    await post(tenant, `/orders/${id}/payments/1/void`, { reason: 'Engano' });
    return post(tenant, `/orders/${id}/refunds`, { amount: 1, reason: 'Avaria', payment_id: 1 });
  },
  refund_exceeds_paid: async (tenant) => {
    const { id } = await create(tenant, '/orders', await anOrder(tenant));
    await create(tenant, `/orders/${id}/payments`, { amount: 10, method: 'pix' });
    return post(tenant, `/orders/${id}/refunds`, { amount: 10.01, reason: 'Avaria' });
  },
  return_not_allowed: async (tenant) => {
    const { id } = await create(tenant, '/orders', await anOrder(tenant));
    const items = [{ line: 1, quantity: 1 }];
    return post(tenant, `/orders/${id}/returns`, { items, restock: true, reason: 'Avaria' });
  },
  return_exceeds_sold: async (tenant) => {
    const { id } = await create(tenant, '/orders', await anOrder(tenant));
    await post(tenant, `/orders/${id}/status`, { status: 'In_Transit' });
    const items = [{ line: 1, quantity: 1.001 }];
    return post(tenant, `/orders/${id}/returns`, { items, restock: true, reason: 'Avaria' });
  },
  limit_reached: async (tenant) => {
    const { id } = await create(tenant, '/orders', await anOrder(tenant));
    const payment = { amount: 0.01, method: 'pix' };
    for (let i = 0; i < 100; i++) await create(tenant, `/orders/${id}/payments`, payment);
    return post(tenant, `/orders/${id}/payments`, payment);
  },
  coupon_exhausted: async (tenant) => {
    const discount = { type: 'percentage', percentage: 10 };
    await create(tenant, '/coupons', { code: 'UMA-VEZ', discount, usage_limit: 1 });
    const order = { ...(await anOrder(tenant)), coupon_code: 'UMA-VEZ' };
    await create(tenant, '/orders', order);
    return post(tenant, '/orders', order);
  },
  idempotency_in_progress: (tenant) =>
    environment().context.db.transaction(async (tx) => {
      // The lock that the first of two requests holds while it runs.
      await tx.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [tenant.tenantId, 'held']);
      return tenant.request('POST', '/categories', { body: category, ...key('held') });
    }),
  version_mismatch: async (tenant) => {
    const { id } = await create(tenant, '/products', product);
    return tenant.request('PATCH', `/products/${id}`, { body: { price: 2 }, headers: { 'If-Match': '"7"' } });
  },
  payload_too_large: (tenant) => post(tenant, '/products', { ...product, description: 'x'.repeat(100_000) }),
  unsupported_media_type: ({ request }) =>
    request('POST', '/products', {
      raw: 'name=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  expectation_failed: () =>
    overSocket('GET /api/v1/me HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\nConnection: close\r\n\r\n'),
  invalid_reference: (tenant) => post(tenant, '/products', { ...product, category_id: 2_000_000_000 }),
  invalid_tax_id: (tenant) =>
    post(tenant, '/customers', { type: 'person', name: 'Maria', tax_id: '529.982.247-26' }),
  coupon_invalid: async (tenant) =>
    post(tenant, '/orders', { ...(await anOrder(tenant)), coupon_code: 'NENHUM' }),
  category_cycle: async (tenant) => {
    const { id } = await create(tenant, '/categories', category);
    return tenant.request('PATCH', `/categories/${id}`, { body: { parent_id: id } });
  },
  category_too_deep: async (tenant) => {
    let parent_id: number | null = null;
    for (let depth = 1; depth <= 5; depth += 1)
      parent_id = (await create(tenant, '/categories', { ...category, parent_id })).id;
    return post(tenant, '/categories', { ...category, parent_id });
  },
  amount_out_of_range: async (tenant) => {
    const { customer_id } = await shop(tenant);
    await create(tenant, '/products', {
      ...product,
      sku: 'DEAR',
      price: 9_999_999_999.99,
      track_stock: false,
    });
    return post(tenant, '/orders', { customer_id, items: [{ sku: 'DEAR', quantity: 2 }] });
  },
  idempotency_key_reused: async (tenant) => {
    await tenant.request('POST', '/categories', { body: category, ...key('used') });
    return tenant.request('POST', '/categories', { body: { name: 'Chás' }, ...key('used') });
  },
  rate_limit_exceeded: async () => {
    const basic = await environment().tenant({ plan: 'Basic' });
    for (let request = 1; request <= 60; request += 1) await me(basic, basic.key);
    return me(basic, basic.key);
  },
  too_many_concurrent_requests: async ({ request }) => {
    const { db } = environment().context;
    let responses: Promise<Response>[] = [];
    await db.transaction(async (tx) => {
      await tx.query('LOCK TABLE coupons IN ACCESS EXCLUSIVE MODE', []);
      // Three wait for the lock. The fourth is refused before it reads.
      responses = Array.from({ length: 4 }, () => request('GET', '/exports/coupons?format=csv'));
      await Promise.race(responses);
    });
    return (await Promise.all(responses)).find(({ status }) => status === 429)!;
  },
  too_many_failed_authentications: async () => {
    // Uses its own service, because the limit applies to the address that all tests share.
    const { tenant } = await useTestEnvironment();
    const stranger = await tenant();
    for (let failure = 1; failure <= 60; failure += 1) await me(stranger, 'tp_nobody');
    return me(stranger, 'tp_nobody');
  },
  headers_too_large: () =>
    overSocket(`GET /api/v1/me HTTP/1.1\r\nHost: x\r\nCookie: ${'x'.repeat(20_000)}\r\n\r\n`),
  internal_error: async (tenant) => {
    await environment().context.db.query(
      "ALTER TABLE customers ADD CONSTRAINT odd CHECK (name <> 'Odd')",
      [],
    );
    return post(tenant, '/customers', { type: 'person', name: 'Odd' });
  },
  service_unavailable: async () => {
    const away = await environmentBehindProxy();
    const { request } = await away.environment.tenant();
    await away.proxy.goAway();
    const response = await request('GET', '/products');
    await away.proxy.comeBack();
    return response;
  },
  outcome_unknown: async (tenant) => {
    const { db } = environment().context;
    await db.query(
      `CREATE FUNCTION end_backend() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$`,
      [],
    );
    await db.query(
      `CREATE CONSTRAINT TRIGGER lost AFTER INSERT ON categories DEFERRABLE INITIALLY DEFERRED
       FOR EACH ROW WHEN (NEW.name = 'Lost at COMMIT') EXECUTE FUNCTION end_backend()`,
      [],
    );
    return post(tenant, '/categories', { name: 'Lost at COMMIT' });
  },
};

it('has a case for each problem code of the contract', () => {
  expect(Object.keys(cases).sort()).toEqual(Object.keys(problems).sort());
});

const caused = new Map<string, Promise<ProblemBody>>();

/** Causes a problem, once for all tests. */
function problemOf(code: string): Promise<ProblemBody> {
  const cause = async (): Promise<ProblemBody> => {
    const response = await cases[code as ProblemCode](await environment().tenant());
    const problem = (await response.json()) as ProblemBody;
    expect(response.status).toBe(problem.status);
    return problem;
  };
  const problem = caused.get(code) ?? cause();
  caused.set(code, problem);
  return problem;
}

it.each(Object.keys(cases))('returns the problem %s', async (code) => {
  expect(await problemOf(code)).toMatchObject({
    code,
    status: problems[code]!.status,
    type: `/docs/problems/${code}`,
  });
});

const issueCodes = (bundle.components.schemas.IssueCode as unknown as { enum: readonly string[] }).enum;
/** Their cases have no place in the request; issue-codes.test.ts has others. */
const WITHOUT_PLACE = ['in_use', 'insufficient_scope'];

it.each(Object.keys(cases).filter((code) => issueCodes.includes(code) && !WITHOUT_PLACE.includes(code)))(
  'names the place of %s with its code',
  async (code) => {
    expect((await problemOf(code)).errors).toContainEqual(expect.objectContaining({ code }));
  },
);

/** A detail without what differs from case to case: figures, quoted values, statuses, names of fields and scopes. */
const wordsOf = (detail: string): string =>
  detail
    .replaceAll(/"[^"]*"/g, '"…"')
    .replaceAll(/\btp_\w+/g, 'key')
    .replaceAll(/\b(?:Pending|In_Transit|Delivered|Canceled)\b/g, 'status')
    .replaceAll(/\b[a-z]+(?:[._][a-z_]+)+\b|\bsku\b/g, 'name')
    .replaceAll(/\d+(?:\.\d+)?/g, '#');

/** Their examples show another case than the one here. */
const OTHERWISE = [
  'in_use',
  'invalid_status_transition',
  'invalid_reference',
  'coupon_invalid',
  'amount_out_of_range',
];
const documented = [...pagesContract.problems.values()].flatMap(({ code, example }) =>
  example && !OTHERWISE.includes(code) ? [[code, example] as const] : [],
);

it.each(documented)("says what the contract's example of %s says", async (code, example) => {
  expect(wordsOf((await problemOf(code)).detail)).toBe(wordsOf(example.detail));
});

/** They are refused before the key is known, so they have no tenant. */
const WITHOUT_TENANT: readonly string[] = [
  'malformed_request',
  'expectation_failed',
  'request_timeout',
  'headers_too_large',
  'api_key_missing',
  'api_key_unknown',
  'too_many_failed_authentications',
];
/** Its case has a database of its own, which is away. */
const ELSEWHERE = 'service_unavailable';
/** Its request isn't refused, a row of it is. */
const OF_A_ROW = 'order_differs';

it('logs each problem of a known tenant with its request id', async () => {
  const logged = Object.keys(cases).filter(
    (code) => ![...WITHOUT_TENANT, ELSEWHERE, OF_A_ROW].includes(code),
  );
  const expected: string[] = [];
  for (const code of logged) {
    const { status, request_id } = await problemOf(code);
    expected.push(`${request_id} ${status} ${code}`);
  }
  const rows = async (): Promise<string[]> =>
    (
      await environment().context.db.query<{ row: string }>(
        "SELECT concat_ws(' ', request_id, status, code) AS row FROM refused_requests",
        [],
      )
    ).map(({ row }) => row);
  await expect.poll(rows).toEqual(expect.arrayContaining(expected));
  expect((await rows()).filter((row) => WITHOUT_TENANT.some((code) => row.endsWith(` ${code}`)))).toEqual([]);
});
