import { describe, expect, it } from 'vitest';
import { holdLocks, type Locked } from '../../support/locked-rows.ts';
import { addUser, loggedIn } from '../../support/panel.ts';
import { type TestTenant, useTestEnvironment } from '../../support/test-environment.ts';

/** One tenant gets 2 of these, 1 of them for transactions; all tenants together get 3. */
const POOL_SIZE = 4;

interface Neighbours {
  readonly databaseUrl: string;
  readonly busy: TestTenant;
  readonly other: TestTenant;
  readonly third: TestTenant;
}

async function neighbours(): Promise<Neighbours> {
  const { databaseUrl, tenant } = await useTestEnvironment({
    env: { DATABASE_POOL_SIZE: String(POOL_SIZE) },
  });
  const [busy, other, third] = [await tenant(), await tenant(), await tenant()];
  return { databaseUrl, busy, other, third };
}

const times = <T>(count: number, ask: (n: number) => Promise<T>): Promise<T>[] =>
  Array.from({ length: count }, (_, n) => ask(n));

async function tally(responses: readonly Promise<Response>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(responses)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** PostgreSQL ends what waits after 8 s. */
const SOON = { timeout: 7_000 };
const untilBlocked = ({ waiting }: Locked) => expect.poll(waiting, SOON).toBeGreaterThan(0);

/** A read and a write; each needs a connection. */
async function expectServed({ request }: TestTenant): Promise<void> {
  expect((await request('GET', '/products?limit=1')).status).toBe(200);
  const created = await request('POST', '/categories', { body: { name: 'Chás' } });
  const { id } = (await created.json()) as { id: number };
  expect((await request('PATCH', `/categories/${id}`, { body: { name: 'Cafés' } })).status).toBe(200);
}

describe('while the requests of one tenant wait for a lock', () => {
  it('other tenants read and write, and each of 40 changes of the locked row succeeds in the end', async () => {
    const { databaseUrl, busy, other } = await neighbours();
    const { id } = await busy.tp.categories.create({ name: 'Cafés' });
    const locked = await holdLocks(databaseUrl, 'SELECT 1 FROM categories WHERE id = $1 FOR UPDATE', [id]);
    const changes = times(40, (n) =>
      busy.request('PATCH', `/categories/${id}`, { body: { name: `Cafés ${n}` } }),
    );
    await untilBlocked(locked);
    await expectServed(other);
    expect(await locked.waiting()).toBe(1);
    await locked.release();
    expect(await tally(changes)).toEqual({ 200: 40 });
    expect((await busy.tp.categories.get(id)).version).toBe(41);
  });

  it('other tenants are served whatever the requests are: lists, streams, feeds, replays and batches', async () => {
    const { databaseUrl, busy, other } = await neighbours();
    const tables = 'coupons, idempotency_keys, customers';
    const locked = await holdLocks(databaseUrl, `LOCK TABLE ${tables} IN ACCESS EXCLUSIVE MODE`);
    const items = [{ type: 'person', name: 'Maria' }];
    const headers = { 'Idempotency-Key': 'k' };
    const responses = [
      ...times(10, () => busy.request('GET', '/coupons')),
      ...times(2, () => busy.request('GET', '/exports/coupons?format=csv')),
      ...times(10, (n) =>
        busy.request('POST', '/categories', { body: { name: 'C' }, headers: { 'Idempotency-Key': `${n}` } }),
      ),
      ...times(10, () => busy.request('POST', '/customers/batch', { body: { items } })),
      busy.request('POST', '/categories', { body: { name: 'A' }, headers }),
    ];
    await untilBlocked(locked);
    await expectServed(other);
    expect(await locked.waiting()).toBeLessThanOrEqual(2);
    await locked.release();
    expect(await tally(responses)).toEqual({ 200: 22, 201: 11 });
  });

  it('the tenant itself still reads', async () => {
    const { databaseUrl, busy } = await neighbours();
    const { id } = await busy.tp.categories.create({ name: 'Cafés' });
    const locked = await holdLocks(databaseUrl, 'SELECT 1 FROM categories WHERE id = $1 FOR UPDATE', [id]);
    const changes = times(5, () => busy.request('PATCH', `/categories/${id}`, { body: { name: 'Chás' } }));
    await untilBlocked(locked);
    expect((await busy.request('GET', `/categories/${id}`)).status).toBe(200);
    await locked.release();
    expect(await tally(changes)).toEqual({ 200: 5 });
  });

  it('API keys are looked up, even when two tenants use all connections that tenants get', async () => {
    const { databaseUrl, busy, other, third } = await neighbours();
    const locked = await holdLocks(databaseUrl, 'LOCK TABLE coupons IN ACCESS EXCLUSIVE MODE');
    const responses = [busy, other].flatMap(({ request }) => times(5, () => request('GET', '/coupons')));
    await expect.poll(locked.waiting, SOON).toBe(POOL_SIZE - 1);
    expect((await third.request('GET', '/me')).status).toBe(200);
    expect((await third.request('GET', '/me', { key: 'tp_nobody' })).status).toBe(401);
    await locked.release();
    expect(await tally(responses)).toEqual({ 200: 10 });
  });

  it('its share is the same, whether it asks the API or the panel', async () => {
    const environment = await useTestEnvironment({ env: { DATABASE_POOL_SIZE: String(POOL_SIZE) } });
    const [busy, other] = [await environment.tenant(), await environment.tenant()];
    const staff = await loggedIn(environment.baseUrl, await addUser(environment, busy.tenantId));
    const locked = await holdLocks(
      environment.databaseUrl,
      'LOCK TABLE coupons, audit_entries IN ACCESS EXCLUSIVE MODE',
    );
    const responses = times(2, () => busy.request('GET', '/coupons'));
    await expect.poll(locked.waiting, { timeout: 90_000 }).toBe(2);
    const pages = times(2, () => staff.get('/panel/audit'));
    const { tenantDatabases } = environment.context;
    await expect.poll(() => tenantDatabases.stats().waiting, { timeout: 90_000 }).toBeGreaterThan(0);
    expect(await locked.waiting()).toBe(2);
    await expectServed(other);
    await locked.release();
    expect(await tally(responses)).toEqual({ 200: 2 });
    expect((await Promise.all(pages)).map(({ status }) => status)).toEqual([200, 200]);
  });

  it('the 501st of its requests is refused at once, with the limit and a Retry-After', async () => {
    const { databaseUrl, busy, other } = await neighbours();
    const locked = await holdLocks(databaseUrl, 'LOCK TABLE coupons IN ACCESS EXCLUSIVE MODE');
    const responses = times(501, () => busy.request('GET', '/coupons'));
    const refused = await Promise.race(responses);
    expect(await refused.clone().json()).toMatchObject({ code: 'too_many_concurrent_requests', status: 429 });
    expect(refused.headers.get('Retry-After')).toBe('1');
    await expectServed(other);
    await locked.release();
    expect(await tally(responses)).toEqual({ 200: 500, 429: 1 });
    expect((await busy.request('GET', '/coupons')).status).toBe(200);
  });
});
