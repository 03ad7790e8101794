import { expect, it } from 'vitest';
import { fullestTenants, storageOf } from '../../../server/accounts/tenants/storage.ts';
import { deleteDeletedRows } from '../../../server/lifecycle/tenants/delete-deleted-rows.ts';
import { recountStorage } from '../../../server/lifecycle/tenants/recount-storage.ts';
import type { ClaimedEmail } from '../../../server/webhooks/alerts/email/claim.ts';
import { factsOf } from '../../../server/webhooks/alerts/email/facts.ts';
import { words as emailWords } from '../../../server/webhooks/alerts/email/words.ts';
import { openAlerts } from '../../../server/webhooks/alerts/list.ts';
import { watch } from '../../../server/webhooks/alerts/watch.ts';
import { dropOldPartitions } from '../../../server/webhooks/retention/drop-partitions.ts';
import { report } from '../../support/in-process-command.ts';
import { addUser, loggedIn, textOf } from '../../support/panel.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { SECRET_KEY, type TestTenant } from '../../support/test-environment.ts';
import { register } from '../../support/webhooks.ts';

const environment = sharedEnvironment();
const GB = 1e9;

const used = async ({ tenantId }: TestTenant) => {
  const { context } = environment();
  await context.storage.flush();
  return (await storageOf(context.db, tenantId)).usedBytes;
};
/** As if it had stored this much, which its keys hear of within a second. */
async function fill(tenant: TestTenant, bytes: number): Promise<void> {
  const { db, storage } = environment().context;
  await storage.flush();
  await db.query('DELETE FROM stored_bytes WHERE tenant_id = $1', [tenant.tenantId]);
  await db.query("INSERT INTO stored_bytes VALUES ($1, '', $2)", [tenant.tenantId, bytes]);
  const told = async () =>
    ((await (await tenant.request('GET', '/me')).json()) as { storage: object }).storage;
  await expect.poll(told, { timeout: 10_000 }).toMatchObject({ used_bytes: bytes });
}
const answer = async (tenant: TestTenant, method: string, path: string, body?: object) => {
  const response = await tenant.request(method, path, { body });
  return response.ok ? response.status : ((await response.json()) as { code: string }).code;
};
const product = (sku: string) => ({ name: 'Café', sku, price: 10, track_stock: false });

it('counts what requests add, the events and deliveries of each row too, and nothing for what is refused or read', async () => {
  const tenant = await environment().tenant();
  expect(await used(tenant)).toBe(0);
  await tenant.request('GET', '/products');
  await tenant.request('POST', '/products', { body: {} });
  expect(await used(tenant)).toBe(0);
  const items = Array.from({ length: 100 }, (_, n) => ({ ...product(`S${n}`), external_id: `E${n}` }));
  const batch = (names: string) =>
    tenant.request('POST', '/products/batch', {
      body: { items: items.map((item) => ({ ...item, name: names })) },
    });
  expect((await batch('A')).status).toBe(200);
  const alone = await used(tenant);
  expect(alone).toBeGreaterThan(100 * 300);
  for (let n = 0; n < 3; n += 1)
    await register(environment().context, tenant.tenantId, `https://a.example/${n}`, ['product.updated']);
  // Its key hears of them within a second.
  let round = 0;
  const addedByBatch = async () => {
    const before = await used(tenant);
    round += 1;
    await batch(`B${round}`);
    return (await used(tenant)) - before;
  };
  await expect.poll(addedByBatch, { timeout: 10_000 }).toBeGreaterThan(alone + 100 * 3 * 500);
});

it('refuses what adds rows once the plan is full, and nothing else', async () => {
  const tenant = await environment().tenant({ plan: 'Pro' });
  const created = (await (
    await tenant.request('POST', '/products', { body: { ...product('A'), external_id: 'A' } })
  ).json()) as {
    id: number;
  };
  const customer = (await (
    await tenant.request('POST', '/customers', { body: { type: 'person', name: 'Ana' } })
  ).json()) as { id: number };
  const order = (await (
    await tenant.request('POST', '/orders', {
      body: { customer_id: customer.id, items: [{ sku: 'A', quantity: 1 }] },
    })
  ).json()) as { id: number };
  await fill(tenant, 50 * GB);
  const refused: [string, string, object][] = [
    ['POST', '/products', product('B')],
    ['POST', '/products/batch', { items: [product('B')] }],
    ['PUT', '/products/external/new', product('B')],
    ['POST', '/orders', { customer_id: customer.id, items: [{ sku: 'A', quantity: 1 }] }],
    ['POST', '/orders/import', { items: [] }],
    ['POST', '/customers', { type: 'person', name: 'Rui' }],
    ['POST', '/stock-adjustments/batch', { items: [] }],
  ];
  for (const [method, path, body] of refused)
    expect(await answer(tenant, method, path, body), `${method} ${path}`).toBe('storage_full');
  const goesOn: [string, string, object?][] = [
    ['GET', '/products'],
    ['POST', '/orders/quote', { customer_id: customer.id, items: [{ sku: 'A', quantity: 1 }] }],
    ['PATCH', `/products/${created.id}`, { name: 'Chá' }],
    ['PUT', '/products/external/A', { name: 'Mate' }],
    ['POST', `/orders/${order.id}/payments`, { amount: 10, method: 'pix' }],
    ['POST', `/orders/${order.id}/status`, { status: 'In_Transit' }],
    ['POST', '/stock-adjustments', { sku: 'A', mode: 'set', quantity: 1, reason: 'count' }],
    ['DELETE', `/products/${created.id}`],
  ];
  for (const [method, path, body] of goesOn)
    expect(await answer(tenant, method, path, body), `${method} ${path}`).toBeTypeOf('number');
  const env = { DATABASE_URL: environment().databaseUrl, TRADEPOST_SECRET_KEY: SECRET_KEY };
  expect(
    await report(['tenant', 'update', String(tenant.tenantId), '--storage-gb', '0.5'], env),
  ).toMatchObject({ stored_bytes_limit: 0.5 * GB });
  expect(
    await report(['tenant', 'update', String(tenant.tenantId), '--storage-gb', '60'], env),
  ).toMatchObject({
    stored_bytes_limit: 60 * GB,
  });
  await expect.poll(() => answer(tenant, 'POST', '/products', product('C')), { timeout: 10_000 }).toBe(201);
});

it('is told to staff from 80 % on, in the panel and for /metrics, until there is room', async () => {
  const tenant = await environment().tenant({ plan: 'Pro' });
  const { context, baseUrl } = environment();
  const visitor = await loggedIn(baseUrl, await addUser(environment(), tenant.tenantId));
  const alerts = async () => {
    await watch({ db: context.db, log: context.log, emails: true });
    return (await openAlerts(context.db, tenant.tenantId, ['storage_full'])).count;
  };
  await fill(tenant, 39.9 * GB);
  expect(await alerts()).toBe(0);
  await fill(tenant, 41 * GB);
  expect([await alerts(), await alerts()]).toEqual([1, 1]);
  expect(textOf((await visitor.get('/panel/alerts')).text)).toContain('41 GB');
  expect(textOf((await visitor.get('/panel/account')).text)).toContain('41 GB');
  expect((await fullestTenants(context.db)).find(({ tenantId }) => tenantId === tenant.tenantId)).toEqual({
    tenantId: tenant.tenantId,
    ratio: 0.82,
  });
  const emails = await context.db.query('SELECT transition FROM alert_emails WHERE tenant_id = $1', [
    tenant.tenantId,
  ]);
  expect(emails).toEqual([{ transition: 'opened' }]);
  await fill(tenant, 50.5 * GB);
  const full = textOf((await visitor.get('/panel/alerts')).text);
  for (const said of ['Está sem espaço', '51 GB', 'importações são recusados']) expect(full).toContain(said);
  await fill(tenant, 10 * GB);
  expect(await alerts()).toBe(0);
  expect((await visitor.get('/panel/alerts')).status).toBe(200);
});

it.each([
  [41, 'usa 82 % do espaço', 'importações serão recusados'],
  [50.5, 'usa 101 % do espaço', 'importações são recusados'],
])('says in the e-mail how much is used: %d GB of 50', (gb, subject, refused) => {
  const details = { usedBytes: gb * GB, limitBytes: 50 * GB };
  const facts = factsOf({ kind: 'storage_full', subjectName: 'Loja', details } as ClaimedEmail);
  const text = emailWords.pt.emails.storage_full(facts);
  expect([text.subject, text.happened.join(' ')]).toEqual([
    expect.stringContaining(subject),
    expect.stringContaining(refused),
  ]);
});

it('deletes for good what was deleted a year ago, unless something refers to it', async () => {
  const tenant = await environment().tenant();
  const { db } = environment().context;
  const ids: number[] = [];
  for (const sku of ['GONE', 'SOLD', 'YOUNG', 'ALIVE'])
    ids.push(
      ((await (await tenant.request('POST', '/products', { body: product(sku) })).json()) as { id: number })
        .id,
    );
  const customer = (await (
    await tenant.request('POST', '/customers', { body: { type: 'person', name: 'Ana' } })
  ).json()) as { id: number };
  const order = { customer_id: customer.id, items: [{ sku: 'SOLD', quantity: 1 }] };
  expect(await answer(tenant, 'POST', '/orders', order)).toBe(201);
  for (const id of ids.slice(0, 3)) expect(await answer(tenant, 'DELETE', `/products/${id}`)).toBe(204);
  await db.query(
    `UPDATE products SET deleted_at = deleted_at - interval '366 days' WHERE tenant_id = $1 AND sku <> 'YOUNG'
    AND deleted_at IS NOT NULL`,
    [tenant.tenantId],
  );
  expect(await deleteDeletedRows(db, 365)).toBe(1);
  const left = await db.query<{ sku: string }>('SELECT sku FROM products WHERE tenant_id = $1 ORDER BY id', [
    tenant.tenantId,
  ]);
  expect(left.map(({ sku }) => sku)).toEqual(['SOLD', 'YOUNG', 'ALIVE']);
});

// Last: what comes after it has no present month.
it('is put right by a recount, and a month that is dropped takes its bytes with it', async () => {
  const tenant = await environment().tenant();
  const { db } = environment().context;
  expect(await answer(tenant, 'POST', '/products', product('A'))).toBe(201);
  await fill(tenant, 70 * GB);
  await db.query("INSERT INTO stored_bytes VALUES ($1, '20200101', 1000)", [tenant.tenantId]);
  await recountStorage(db);
  const counted = await used(tenant);
  expect(counted).toBeGreaterThan(1_000);
  expect(counted).toBeLessThan(100_000);
  const byMonth = () =>
    db.query<{ log_partition: string }>(
      'SELECT log_partition FROM stored_bytes WHERE tenant_id = $1 ORDER BY 1',
      [tenant.tenantId],
    );
  const months = await byMonth();
  expect(months.map(({ log_partition }) => log_partition)).toEqual(['', expect.stringMatching(/^\d{8}$/)]);
  await db.query('DELETE FROM webhook_queue', []);
  await db.query('SELECT make_log_partitions(clock_timestamp() + $1::interval)', ['200 days']);
  await dropOldPartitions(db, Date.now() + 200 * 86_400_000);
  expect(await byMonth()).toEqual([{ log_partition: '' }]);
});
