import { beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../../server/accounts/audit/actor.ts';
import { invite } from '../../../server/accounts/staff/invitations.ts';
import { ROLES } from '../../../server/accounts/staff/rules/roles.ts';
import {
  beginDeletion,
  deleteClosedTenants,
  deleteRows,
} from '../../../server/lifecycle/tenants/delete-tenant.ts';
import { findReceipt } from '../../../server/lifecycle/tenants/deletion-receipts.ts';
import { findInDatabase } from '../../support/database-dump.ts';
import { loggedIn } from '../../support/panel.ts';
import { openSampleShop, type SampleShop } from '../../support/panel-sample.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { rowsOfTenant } from '../../support/tenant-rows.ts';

const environment = sharedEnvironment();
const eva: Actor = { type: 'operator', name: 'Eva', reason: 'Contract ended' };
const db = () => environment().context.db;

/** What the sample shop doesn't have. */
async function addTrade({ shop: { request } }: SampleShop): Promise<void> {
  const create = async (path: string, body: object, method = 'POST'): Promise<number> => {
    const response = await request(method, path, { body });
    expect(response.ok, `${path} ${await response.clone().text()}`).toBe(true);
    return ((await response.json()) as { id: number }).id;
  };
  const discount = { type: 'percentage', percentage: 5 };
  const parent_id = await create('/categories', { name: 'Parent', slug: 'parent' });
  await create('/categories', { name: 'Child', slug: 'child', parent_id });
  const product_id = await create('/products', { name: 'P', sku: 'P', price: 10, stock: { on_hand: 9 } });
  const table = await create('/price-tables', { name: 'T', code: 'T', kind: 'fixed' });
  await create(`/price-table-entries/${table}`, { entries: [{ product_id, price: 9 }] }, 'PUT');
  await create('/promotions', { name: 'P', discount, usage_limit: 5 });
  await create('/coupons', { code: 'C', discount });
  const customer_id = await create('/customers', { type: 'person', name: 'Zzq-Ana' });
  const order = { customer_id, coupon_code: 'C', items: [{ product_id, quantity: 1 }] };
  const id = await create('/orders', order);
  await create(`/orders/${id}`, { notes: 'changed' }, 'PATCH');
}

/** In names and addresses of the tenant that is deleted. */
const OF_TENANT = /zzq-\w+/gi;
const INVITED = { email: 'zzq-invited@example.com', permissions: ROLES.viewer };

/** What only jobs and rare requests write. */
const OTHER_ROWS = [
  // More than a step.
  `INSERT INTO idempotency_keys (tenant_id, key, fingerprint, status, headers)
   SELECT $1::int, 'k' || n, '', 200, '{}' FROM generate_series(1, 1200) n`,
  `INSERT INTO refused_request_counts (tenant_id, hour, code, kept, dropped)
   SELECT $1::int, now() - n * interval '1 h', 'not_found', 1, 0 FROM generate_series(1, 700) n`,
  `INSERT INTO alert_preferences (tenant_id, user_id, locale, muted) SELECT $1::int, min(id), 'pt', '{}' FROM users WHERE tenant_id = $1`,
  `INSERT INTO alert_emails (tenant_id, alert_id, user_id, transition) SELECT $1::int, a.id, u.id, 'opened'
     FROM (SELECT min(id) AS id FROM alerts WHERE tenant_id = $1) a, (SELECT min(id) AS id FROM users WHERE tenant_id = $1) u`,
  `INSERT INTO customer_erasures (tenant_id, customer_id, reason, actor) SELECT $1::int, min(id), 'r', 'a' FROM customers WHERE tenant_id = $1`,
  `INSERT INTO user_links (tenant_id, kind, hash, email, permissions, expires_at) VALUES ($1, 'invitation', 'h', 'a@example.com', '{}', now())`,
  `INSERT INTO user_second_factors (tenant_id, user_id, secret) SELECT $1::int, min(id), 's' FROM users WHERE tenant_id = $1`,
  'INSERT INTO feed_ends (tenant_id, position) VALUES ($1, 1)',
  'INSERT INTO feed_epoch_starts (tenant_id, epoch, position) VALUES ($1, 1, 1)',
  "INSERT INTO panel.used_form_tokens (tenant_id, token, used_at) VALUES ($1, 't', now())",
  "INSERT INTO rate_limit.minutes (tenant_id, at_ms, counts) VALUES ($1, '{1}', '{1}')",
];

let shop: SampleShop;
let other: SampleShop;
let before: Record<string, number>;
let othersBefore: Record<string, number>;

beforeAll(async () => {
  [shop, other] = [await openSampleShop(environment()), await openSampleShop(environment())];
  await loggedIn(environment().baseUrl, shop.users.both);
  await addTrade(shop);
  for (const sql of OTHER_ROWS) await db().query(`${sql} ON CONFLICT DO NOTHING`, [shop.tenantId]);
  await db().transaction((tx) => invite(tx, eva, { tenantId: shop.tenantId, ...INVITED }));
  // What a process counts is written every few seconds.
  const { activity, storage } = environment().context;
  await Promise.all([activity.flush(), storage.flush()]);
  before = await rowsOfTenant(db(), shop.tenantId);
  othersBefore = await rowsOfTenant(db(), other.tenantId);
});

it('has a row of the sample in every table with a tenant_id', () => {
  expect(Object.keys(before).filter((table) => before[table] === 0)).toEqual([]);
});

it('begins only with a closed tenant', async () => {
  expect(await beginDeletion(db(), eva, shop.tenantId)).toBe(false);
});

it('deletes every row in steps, goes on after it was cut, and leaves a receipt that says how many', async () => {
  const { tenantId } = shop;
  await db().query("UPDATE tenants SET status = 'closed', closed_at = now() WHERE tenant_id = $1", [
    tenantId,
  ]);
  await db().query('ANALYZE', []);
  const places = ['public.operator_actions: zzq-invited', 'statistics of public.customers: Zzq-Ana'];
  expect(await findInDatabase(environment().context, OF_TENANT)).toEqual(expect.arrayContaining(places));
  expect(await beginDeletion(db(), eva, tenantId)).toBe(true);
  expect(await deleteRows(db(), tenantId, { steps: 30 })).toBe(false);
  expect(await findReceipt(db(), tenantId)).toMatchObject({ completedAt: null });
  // Two processes at once.
  expect(await Promise.all([deleteRows(db(), tenantId), deleteRows(db(), tenantId)])).toEqual([true, true]);
  expect(Object.values(await rowsOfTenant(db(), tenantId)).every((count) => count === 0)).toBe(true);
  const { tenants: _, ...counted } = before;
  const receipt = (await findReceipt(db(), tenantId))!;
  expect(receipt).toMatchObject({ operator: 'Eva', reason: 'Contract ended', deletedRows: counted });
  expect(receipt.completedAt).not.toBeNull();
  expect(receipt.deletedRows['panel.sessions']).toBe(1);
});

it('leaves no name and no address in the database, and no row of another tenant changed', async () => {
  expect(await rowsOfTenant(db(), other.tenantId)).toEqual(othersBefore);
  const actions = 'SELECT target_name, details FROM operator_actions WHERE about_tenant = $1';
  for (const row of await db().query(actions, [shop.tenantId]))
    expect(row).toEqual({ target_name: null, details: '{}' });
  expect(await findInDatabase(environment().context, OF_TENANT)).toEqual([]);
});

it('completes the receipt of a deletion that was cut after the last row', async () => {
  const { tenantId } = shop;
  await db().query('UPDATE tenant_deletions SET completed_at = NULL WHERE deleted_tenant = $1', [tenantId]);
  await deleteClosedTenants(db());
  expect((await findReceipt(db(), tenantId))!.completedAt).not.toBeNull();
});

it('is done by itself once the grace period is over, not before, and not while requests may still write', async () => {
  const { tenantId } = await environment().tenant();
  const exists = async () =>
    (await db().query('SELECT FROM tenants WHERE tenant_id = $1', [tenantId])).length > 0;
  const close = (closed: string, due: string) =>
    db().query(
      `UPDATE tenants SET status = 'closed', closed_at = now() - interval '${closed}', delete_after = now() + interval '${due}'
       WHERE tenant_id = $1`,
      [tenantId],
    );
  await close('29 days', '1 day');
  await deleteClosedTenants(db());
  expect(await exists()).toBe(true);
  await close('1 s', '-1 s');
  await deleteClosedTenants(db());
  expect(await exists()).toBe(true);
  await close('31 days', '-1 day');
  await deleteClosedTenants(db());
  expect(await exists()).toBe(false);
  expect(await findReceipt(db(), tenantId)).toMatchObject({ operator: 'grace period' });
});
