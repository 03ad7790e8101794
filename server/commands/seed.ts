import { randomInt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { issueKey } from '../api-keys/issue.ts';
import { SCOPES } from '../api-keys/scopes.ts';
import { insertCategory } from '../categories/store.ts';
import type { Context } from '../context.ts';
import { insertCustomer } from '../customers/store.ts';
import type { Transaction } from '../db/querier.ts';
import { insertProduct } from '../products/store.ts';
import { adjustBalance } from '../stock/store.ts';
import { findTenantByName, insertTenant } from '../tenants/store.ts';

export const DEMO_TENANT = 'Demo';

const CATEGORIES = [
  { name: 'Cafés', slug: 'cafes', position: 0, metadata: {} },
  { name: 'Chás', slug: 'chas', position: 1, metadata: {} },
];

const PRODUCTS = [
  { name: 'Café torrado 500 g', sku: 'CAF-500', price: 39.9, category: 0, stock: 120 },
  { name: 'Café torrado 1 kg', sku: 'CAF-1000', price: 74.9, category: 0, stock: 80 },
  { name: 'Café moído 250 g', sku: 'CAF-250', price: 21.5, category: 0, stock: 200 },
  { name: 'Chá-mate tostado 100 g', sku: 'CHA-100', price: 12.9, category: 1, stock: 60 },
  { name: 'Chá de hibisco 50 g', sku: 'CHA-050', price: 9.75, category: 1, stock: 40 },
];

const CUSTOMERS = [
  {
    type: 'person',
    name: 'Maria Souza',
    tax_id: '52998224725',
    tax_id_type: 'cpf',
    email: 'maria@example.com',
  },
  {
    type: 'company',
    name: 'Empório Serra Ltda',
    tax_id: '11222333000181',
    tax_id_type: 'cnpj',
    email: 'compras@example.com',
  },
];

/**
 * Seeds a demo tenant once and answers its key. The key is in the data folder, since the database keeps only its hash;
 * without that file a new key is made.
 */
export async function seedDemo(context: Context): Promise<string> {
  const file = path.join(context.config.dataDir, 'demo-key');
  const known = await findTenantByName(context.db, DEMO_TENANT);
  const kept = known === undefined ? undefined : await readFile(file, 'utf8').catch(() => undefined);
  if (kept !== undefined) return kept.trim();
  const key = await context.db.transaction(async (tx) => {
    const tenantId = known ?? (await seedTenant(tx));
    return (await issueKey(tx, { tenantId, name: 'Demo', scopes: SCOPES, expiresAt: null }, randomInt)).key;
  });
  await writeFile(file, `${key}\n`, { mode: 0o600 });
  return key;
}

async function seedTenant(tx: Transaction): Promise<number> {
  // Enterprise, so that a first try is not throttled.
  const tenantId = await insertTenant(tx, DEMO_TENANT, 'Enterprise');
  const categories: number[] = [];
  for (const category of CATEGORIES) categories.push((await insertCategory(tx, tenantId, category)).id);
  for (const product of PRODUCTS) await seedProduct(tx, tenantId, categories[product.category]!, product);
  for (const customer of CUSTOMERS)
    await insertCustomer(tx, tenantId, {
      ...customer,
      addresses: [],
      tags: [],
      status: 'active',
      metadata: {},
    });
  return tenantId;
}

async function seedProduct(
  tx: Transaction,
  tenantId: number,
  category_id: number,
  seed: (typeof PRODUCTS)[number],
): Promise<void> {
  const { name, sku, price, stock: quantity } = seed;
  const defaults = {
    status: 'active',
    unit: 'un',
    track_stock: true,
    allow_backorder: false,
    min_stock: 10,
    image_urls: [],
    metadata: {},
  } as const;
  const { id: productId } = await insertProduct(tx, tenantId, {
    ...defaults,
    name,
    sku,
    price,
    category_id,
    image_urls: [],
  });
  const adjustment = {
    mode: 'set',
    quantity,
    reason: 'initial',
    reference: null,
    expectedOnHand: null,
    actor: 'system',
  } as const;
  await adjustBalance(tx, { tenantId, productId, ...adjustment });
}
