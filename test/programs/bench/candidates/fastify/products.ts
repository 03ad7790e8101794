import type { FastifyInstance } from 'fastify';
import { product, productPage } from '../product-page-schema.ts';
import { pool } from './database.ts';

// With a response schema and pg with a prepared statement, because these are what is read most.

const PRODUCTS = `
  SELECT p.id, p.external_id, p.name, p.sku, p.price, p.description, p.category_id, p.brand, p.status, p.unit,
    p.cost_price, p.gtin, p.ncm, p.cest, p.origin, p.tax_unit, p.weight_kg, p.dimensions, p.track_stock,
    p.allow_backorder, p.min_stock, p.image_urls, p.metadata, p.version, p.created_at, p.updated_at, p.deleted_at,
    b.on_hand, b.reserved, b.on_hand - b.reserved AS available
  FROM products p JOIN stock_balances b ON b.tenant_id = p.tenant_id AND b.product_id = p.id
  WHERE p.tenant_id = $1 AND p.deleted_at IS NULL`;
const LIST = `${PRODUCTS} ORDER BY p.id LIMIT $2`;
const GET = `${PRODUCTS} AND p.id = $2`;

interface Row {
  readonly id: number;
  readonly on_hand: string;
  readonly reserved: string;
  readonly available: string;
}

/** Columns are named like the response's properties; the schema drops unknown ones and writes numerics as numbers. */
function toProduct(row: Row): object {
  const { on_hand, reserved, available } = row;
  return { ...row, stock: { on_hand, reserved, available } };
}

export function products(app: FastifyInstance): void {
  app.get<{ Querystring: { limit: string } }>(
    '/api/v1/products',
    { schema: { response: { 200: productPage } } },
    async (request) => {
      const limit = Number(request.query.limit);
      const { rows } = await pool.query<Row>({
        name: 'list',
        text: LIST,
        values: [request.tenant.id, limit + 1],
      });
      const hasMore = rows.length > limit;
      if (hasMore) rows.pop();
      const cursor = hasMore ? Buffer.from(String(rows.at(-1)!.id)).toString('base64url') : null;
      return { data: rows.map(toProduct), page: { next_cursor: cursor, has_more: hasMore } };
    },
  );

  app.get<{ Params: { id: string } }>(
    '/api/v1/products/:id',
    { schema: { response: { 200: product } } },
    async (request, reply) => {
      const values = [request.tenant.id, Number(request.params.id)];
      const { rows } = await pool.query<Row>({ name: 'get', text: GET, values });
      if (rows.length === 0) return reply.code(404).send();
      return toProduct(rows[0]!);
    },
  );
}
