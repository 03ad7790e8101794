import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Caller } from '../../accounts/api-keys/caller.ts';
import { issueKey } from '../../accounts/api-keys/issue.ts';
import { hashOf } from '../../accounts/api-keys/key.ts';
import { SCOPES } from '../../accounts/api-keys/scopes.ts';
import { findByHash } from '../../accounts/api-keys/store.ts';
import { OPERATOR } from '../../accounts/audit/actor.ts';
import { findTenantByName, insertTenant } from '../../accounts/tenants/store.ts';
import { replaceFile } from '../../base/atomic-file.ts';
import { ConfigError } from '../../base/environment/start-error.ts';
import type { Transaction } from '../../db/querier.ts';
import { beginErasure } from '../../lifecycle/erasure/begin-erasure.ts';
import { categoryResource } from '../../trade/catalogue/categories/resource.ts';
import { productResource } from '../../trade/catalogue/products/resource.ts';
import { customerResource } from '../../trade/customers/resource.ts';
import { couponResource } from '../../trade/pricing/coupons/resource.ts';
import { setEntries } from '../../trade/pricing/price-tables/entries.ts';
import { priceTableResource } from '../../trade/pricing/price-tables/resource.ts';
import { promotionResource } from '../../trade/pricing/promotions/resource.ts';
import type { ChangeableName, CreateBody, Resource } from '../../trade/resources/resource.ts';
import { createRow } from '../../trade/resources/write-row.ts';
import type { Context } from '../context.ts';
import * as demo from './demo-data.ts';
import { seedOrder } from './seed-order.ts';

export const DEMO_TENANT = 'Demo';

/**
 * Creates the demo tenant, unless it exists, and returns its API key. The key is kept in the data folder, because the
 * database only has its hash; if the file is missing, a new key is created.
 */
export async function seedDemo(context: Context): Promise<string> {
  if (context.config.production)
    throw new ConfigError('NODE_ENV is production, so no demo tenant is created.');
  const file = path.join(context.config.dataDir, 'demo-key');
  const known = await findTenantByName(context.db, DEMO_TENANT);
  const kept = known === undefined ? '' : (await readFile(file, 'utf8').catch(() => '')).trim();
  if (kept !== '') return kept;
  const key = await context.db.transaction(async (tx) => {
    // Enterprise, so that a first try is not throttled.
    const tenantId = known ?? (await insertTenant(tx, DEMO_TENANT, 'Enterprise'));
    const request = { tenantId, name: 'Demo', scopes: SCOPES, expiresAt: null };
    const issued = await issueKey(tx, OPERATOR, request, randomInt);
    if (known === undefined) await seedRows(tx, (await findByHash(tx, hashOf(issued.key)))!);
    return issued.key;
  });
  await replaceFile(file, `${key}\n`);
  return key;
}

async function seedRows(tx: Transaction, caller: Caller): Promise<void> {
  const { tenantId } = caller;
  for (const [table, id] of Object.entries(demo.FIRST_IDS)) await startAt(tx, table, id);
  await startAt(tx, 'stock_movements', demo.FIRST_MOVEMENT_ID);
  await startAt(tx, 'customer_erasures', demo.FIRST_ERASURE_ID);
  const into =
    <Name extends ChangeableName>(resource: Resource<Name>) =>
    (body: CreateBody<Name>) =>
      createRow(tx, resource, caller, body);
  const categories = await each(demo.CATEGORIES, into(categoryResource));
  const products = await each(demo.products(categories), into(productResource));
  const customers = await each(demo.CUSTOMERS, into(customerResource));
  const [former] = await each([demo.FORMER_CUSTOMER], into(customerResource));
  const erasure = { tenantId, customerId: former!, reason: 'Requested by the customer' };
  await beginErasure(tx, { ...erasure, actor: caller.actor });
  const [wholesale] = await each(demo.PRICE_TABLES, into(priceTableResource));
  await setEntries(tx, tenantId, wholesale!, [{ product_id: products[0]!, price: 37.9, min_quantity: 0 }]);
  await each(demo.promotions(categories), into(promotionResource));
  await each(demo.COUPONS, into(couponResource));
  await each(demo.orders(customers, products), (order) => seedOrder(tx, caller, order));
}

/** Lets the ids of a table continue from this one, unless they are already past it. */
async function startAt(tx: Transaction, table: string, id: number): Promise<void> {
  await tx.query(
    `SELECT setval(ids, greatest(coalesce(pg_sequence_last_value(ids), 0) + 1, $2), false)
     FROM (SELECT pg_get_serial_sequence($1, 'id')::regclass AS ids) s`,
    [table, id],
  );
}

/** Inserts rows one by one, so that their ids rise in this order. */
async function each<T>(
  rows: readonly T[],
  insert: (row: T) => Promise<{ readonly id: number }>,
): Promise<number[]> {
  const ids: number[] = [];
  for (const row of rows) ids.push((await insert(row)).id);
  return ids;
}
