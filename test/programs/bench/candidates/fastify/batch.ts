import type { FastifyInstance } from 'fastify';
import type { Knex } from 'knex';
import type { Tenant } from '../tenants.ts';
import { db } from './database.ts';

// Row by row, as upserts by an id of the caller's are usually written.

interface Item {
  readonly external_id: string;
  readonly [field: string]: unknown;
}
interface Product {
  readonly id: number;
  readonly sku: string;
  /** JSON text. */
  readonly document: string;
}

const DEFAULTS = {
  status: 'active',
  unit: 'un',
  track_stock: true,
  allow_backorder: false,
  min_stock: 0,
  image_urls: '[]',
  metadata: {},
};
const RETURNED = ['id', 'sku', 'document'];

export function batch(app: FastifyInstance): void {
  app.post<{ Body: { items: readonly Item[] } }>('/api/v1/products/batch', async (request, reply) => {
    const results = await db.transaction(async (trx) => {
      const written: string[] = [];
      for (const item of request.body.items)
        written.push(await upsert(trx, request.tenant, item, written.length));
      return written;
    });
    reply.type('application/json; charset=utf-8');
    return `{"results":[${results.join(',')}]}`;
  });
}

async function upsert(trx: Knex.Transaction, tenant: Tenant, item: Item, index: number): Promise<string> {
  const { external_id, ...fields } = item;
  const existing = await trx('products')
    .where({ tenant_id: tenant.id, external_id })
    .whereNull('deleted_at')
    .forUpdate()
    .first('id');
  const product = existing ? await change(trx, tenant, existing.id, fields) : await create(trx, tenant, item);
  const { on_hand, reserved } = await trx('stock_balances')
    .where({ tenant_id: tenant.id, product_id: product.id })
    .first('on_hand', 'reserved');
  const stock = { on_hand: Number(on_hand), reserved: Number(reserved), available: on_hand - reserved };
  const data = `${product.document.slice(0, -1)},"stock":${JSON.stringify(stock)}}`;
  return `{"index":${index},"status":${existing ? 200 : 201},"data":${data},"problem":null}`;
}

async function change(trx: Knex.Transaction, tenant: Tenant, id: number, fields: object): Promise<Product> {
  const [product]: Product[] = await trx('products')
    .where({ tenant_id: tenant.id, id })
    .update({ ...fields, version: trx.raw('version + 1'), updated_at: trx.fn.now() })
    .returning(RETURNED);
  await emit(
    trx,
    tenant,
    'product.updated',
    product!,
    `,"changed_fields":${JSON.stringify(Object.keys(fields))}`,
  );
  return product!;
}

async function create(trx: Knex.Transaction, tenant: Tenant, item: Item): Promise<Product> {
  const [product]: Product[] = await trx('products')
    .insert({ ...DEFAULTS, ...item, tenant_id: tenant.id })
    .returning(RETURNED);
  await trx('stock_balances').insert({ tenant_id: tenant.id, product_id: product!.id });
  await emit(trx, tenant, 'product.created', product!, '');
  return product!;
}

async function emit(
  trx: Knex.Transaction,
  { id: tenantId }: Tenant,
  kind: string,
  product: Product,
  more: string,
): Promise<void> {
  const { id, sku, document } = product;
  const data = `{"product_id":${id},"sku":${JSON.stringify(sku)},"product":${document}${more}}`;
  await trx.raw('SELECT emit_event(?, ?, ?)', [tenantId, kind, data]);
}
