import type { AddressInfo } from 'node:net';
import express from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import knex from 'knex';

// A listing as it's commonly written with Express, express-openapi-validator and knex, without authentication, scopes
// or a rate limit.

const { PORT, DATABASE_URL, DATABASE_POOL_SIZE, TENANT_ID } = process.env;

const db = knex({
  client: 'pg',
  connection: DATABASE_URL,
  pool: { min: 0, max: Number(DATABASE_POOL_SIZE) },
});

const COLUMNS = [
  'id',
  'external_id',
  'name',
  'sku',
  'price',
  'description',
  'category_id',
  'brand',
  'status',
  'unit',
  'cost_price',
  'gtin',
  'ncm',
  'cest',
  'origin',
  'tax_unit',
  'weight_kg',
  'dimensions',
  'track_stock',
  'allow_backorder',
  'min_stock',
  'image_urls',
  'metadata',
  'version',
  'created_at',
  'updated_at',
  'deleted_at',
];

type Row = Readonly<Record<string, unknown>>;

const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value));

function toProduct({ on_hand, reserved, ...product }: Row): object {
  return {
    ...product,
    price: Number(product.price),
    cost_price: numberOrNull(product.cost_price),
    weight_kg: numberOrNull(product.weight_kg),
    min_stock: Number(product.min_stock),
    stock: {
      on_hand: Number(on_hand),
      reserved: Number(reserved),
      available: Number(on_hand) - Number(reserved),
    },
  };
}

const app = express();

app.use(
  OpenApiValidator.middleware({
    apiSpec: process.env.CONTRACT!,
    validateApiSpec: false,
    validateSecurity: false,
    validateFormats: false,
  }),
);

app.get('/api/v1/products', async (req, res) => {
  const limit = Number(req.query.limit);
  const rows: Row[] = await db('products as p')
    .join('stock_balances as b', { 'b.tenant_id': 'p.tenant_id', 'b.product_id': 'p.id' })
    .select(...COLUMNS.map((column) => `p.${column}`), 'b.on_hand', 'b.reserved')
    .where({ 'p.tenant_id': TENANT_ID })
    .whereNull('p.deleted_at')
    .orderBy('p.id')
    .limit(limit + 1);
  const hasMore = rows.length > limit;
  if (hasMore) rows.pop();
  const cursor = hasMore ? Buffer.from(String(rows.at(-1)!.id)).toString('base64url') : null;
  res.json({ data: rows.map(toProduct), page: { next_cursor: cursor, has_more: hasMore } });
});

const server = app.listen(Number(PORT), '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ address: `http://127.0.0.1:${port}` })}\n`);
});
