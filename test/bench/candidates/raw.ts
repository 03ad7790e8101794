import http, { type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

// The least that Node can do for the same responses: node:http and prepared statements that send the stored documents,
// without routing, errors, or anything else that a service needs.

const { PORT, DATABASE_URL, DATABASE_POOL_SIZE, TENANT_ID } = process.env;
const TENANT = Number(TENANT_ID);

const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(DATABASE_POOL_SIZE) });

const STOCK = `'{"on_hand":' || trim_scale(b.on_hand) || ',"reserved":' || trim_scale(b.reserved)
  || ',"available":' || trim_scale(b.on_hand - b.reserved) || '}'`;
const DOCUMENT = `left(p.document, -1) || ',"stock":' || (SELECT ${STOCK} FROM stock_balances b
  WHERE b.tenant_id = p.tenant_id AND b.product_id = p.id) || '}'`;

/** One row for a page: fewer messages for Node than a row for each document. */
const pageOf = (id: string, document: string, from: string, limit: number): string => `
  SELECT string_agg(document, ',') FILTER (WHERE n <= ${limit}) AS data, max(id) FILTER (WHERE n <= ${limit}) AS last,
    count(*) > ${limit} AS more
  FROM (SELECT ${id} AS id, ${document} AS document, row_number() OVER (ORDER BY ${id}) AS n
    FROM ${from} ORDER BY ${id} LIMIT ${limit + 1}) page`;
const list = (limit: number): string =>
  pageOf('p.id', DOCUMENT, 'products p WHERE p.tenant_id = $1 AND p.deleted_at IS NULL', limit);
const feed = (limit: number): string =>
  pageOf('feed_position', 'body', 'events WHERE tenant_id = $1 AND feed_position > $2', limit);
const GET = `SELECT ${DOCUMENT} AS document FROM products p
  WHERE p.tenant_id = $1 AND p.id = $2 AND p.deleted_at IS NULL`;
const dimension = (name: string): string => `dimensions ->> '${name}' AS "dimensions.${name}"`;
const CSV = `COPY (
  SELECT id, external_id, name, sku, trim_scale(price) AS price, description, category_id, brand, status, unit,
    trim_scale(cost_price) AS cost_price, gtin, ncm, cest, origin, tax_unit, trim_scale(weight_kg) AS weight_kg,
    ${dimension('length_cm')}, ${dimension('width_cm')}, ${dimension('height_cm')},
    track_stock::text AS track_stock, allow_backorder::text AS allow_backorder, trim_scale(min_stock) AS min_stock,
    image_urls, metadata, version, iso(created_at) AS created_at, iso(p.updated_at) AS updated_at,
    iso(p.deleted_at) AS deleted_at, trim_scale(on_hand) AS "stock.on_hand", trim_scale(reserved) AS "stock.reserved",
    trim_scale(on_hand - reserved) AS "stock.available"
  FROM products p JOIN stock_balances b ON b.tenant_id = p.tenant_id AND b.product_id = p.id
  WHERE p.tenant_id = ${TENANT} AND p.deleted_at IS NULL ORDER BY p.id
) TO STDOUT (FORMAT csv, HEADER)`;

interface Page {
  readonly data: string;
  readonly last: number;
  readonly more: boolean;
}

function sendJson(res: ServerResponse, body: string): void {
  const length = Buffer.byteLength(body);
  res
    .writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': length })
    .end(body);
}

function sendPage(res: ServerResponse, { data, last, more }: Page): void {
  const cursor = Buffer.from(String(last)).toString('base64url');
  sendJson(res, `{"data":[${data}],"page":{"next_cursor":"${cursor}","has_more":${more}}}`);
}

async function query<Row extends object>(name: string, text: string, values: unknown[]): Promise<Row> {
  const { rows } = await pool.query<Row>({ name, text, values });
  return rows[0]!;
}

async function sendCsv(res: ServerResponse): Promise<void> {
  const client = await pool.connect();
  try {
    res.writeHead(200, { 'Content-Type': 'text/csv; charset=utf-8' });
    await pipeline(client.query(copyTo(CSV)), res);
  } finally {
    client.release();
  }
}

async function respond(url: URL, res: ServerResponse): Promise<void> {
  const limit = Number(url.searchParams.get('limit'));
  if (url.pathname === '/api/v1/products')
    return sendPage(res, await query<Page>(`list ${limit}`, list(limit), [TENANT]));
  if (url.pathname === '/api/v1/events')
    return sendPage(res, await query<Page>(`feed ${limit}`, feed(limit), [TENANT, 0]));
  if (url.pathname === '/api/v1/exports/products') return sendCsv(res);
  const values = [TENANT, Number(url.pathname.slice('/api/v1/products/'.length))];
  sendJson(res, (await query<{ document: string }>('get', GET, values)).document);
}

const server = http.createServer((req, res) => {
  respond(new URL(req.url!, 'http://127.0.0.1'), res).catch((error: Error) => {
    res.writeHead(500).end(error.message);
  });
});
server.listen(Number(PORT), '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ address: `http://127.0.0.1:${port}` })}\n`);
});
