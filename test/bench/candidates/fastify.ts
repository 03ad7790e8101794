import Fastify from 'fastify';
import pg from 'pg';
import { productPage } from './product-page-schema.ts';

// A listing as an experienced Fastify programmer would write it: a response schema, pg with a prepared statement, no
// logger; without authentication, scopes, a rate limit or a validator.

const { PORT, DATABASE_URL, DATABASE_POOL_SIZE, TENANT_ID } = process.env;

const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(DATABASE_POOL_SIZE) });

const LIST = `
  SELECT p.id, p.external_id, p.name, p.sku, p.price, p.description, p.category_id, p.brand, p.status, p.unit,
    p.cost_price, p.gtin, p.ncm, p.weight_kg, p.dimensions, p.track_stock, p.allow_backorder, p.min_stock,
    p.image_urls, p.metadata, p.version, p.created_at, p.updated_at, p.deleted_at,
    b.on_hand, b.reserved, b.on_hand - b.reserved AS available
  FROM products p JOIN stock_balances b ON b.tenant_id = p.tenant_id AND b.product_id = p.id
  WHERE p.tenant_id = $1 AND p.deleted_at IS NULL ORDER BY p.id LIMIT $2`;

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

const app = Fastify({ logger: false });

app.get<{ Querystring: { limit: string } }>(
  '/api/v1/products',
  { schema: { response: { 200: productPage } } },
  async (request) => {
    const limit = Number(request.query.limit);
    const { rows } = await pool.query<Row>({ name: 'list', text: LIST, values: [TENANT_ID, limit + 1] });
    const hasMore = rows.length > limit;
    if (hasMore) rows.pop();
    const cursor = hasMore ? Buffer.from(String(rows.at(-1)!.id)).toString('base64url') : null;
    return { data: rows.map(toProduct), page: { next_cursor: cursor, has_more: hasMore } };
  },
);

process.stdout.write(
  `${JSON.stringify({ address: await app.listen({ port: Number(PORT), host: '127.0.0.1' }) })}\n`,
);
