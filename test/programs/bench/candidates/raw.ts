import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { csv, feed, GET, list, ORDER } from './raw/statements.ts';
import { type Tenant, tenantOf } from './tenants.ts';

// The least that Node can do for the same responses: node:http and prepared statements that send the stored documents,
// without routing, errors, or anything else that a service needs.

const { PORT, DATABASE_URL, DATABASE_POOL_SIZE } = process.env;

const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(DATABASE_POOL_SIZE) });

interface Page {
  readonly data: string;
  readonly last: number;
  readonly more: boolean;
}
interface Stored {
  readonly document: string;
}
interface OrderBody {
  readonly items: readonly { readonly product_id: number }[];
}

function sendJson(res: ServerResponse, body: string, status = 200): void {
  const length = Buffer.byteLength(body);
  res
    .writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': length })
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

async function sendCsv(res: ServerResponse, { id }: Tenant): Promise<void> {
  const client = await pool.connect();
  try {
    res.writeHead(200, { 'Content-Type': 'text/csv; charset=utf-8' });
    await pipeline(client.query(copyTo(csv(id))), res);
  } finally {
    client.release();
  }
}

/** node:stream's ways to read a body cost more. */
const textOf = (req: IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    req
      .setEncoding('utf8')
      .once('end', () => resolve(text))
      .once('error', reject);
    req.on('data', (chunk: string) => {
      text += chunk;
    });
  });

/** Of three lines, in the order of the product ids. */
async function placeOrder(req: IncomingMessage, res: ServerResponse, { id, actor }: Tenant): Promise<void> {
  const { items } = JSON.parse(await textOf(req)) as OrderBody;
  const values = [id, ...items.map(({ product_id }) => product_id), actor];
  sendJson(res, (await query<Stored>('order', ORDER, values)).document, 201);
}

async function respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const tenant = tenantOf(req.headers.authorization)!;
  const { pathname, searchParams } = new URL(req.url!, 'http://127.0.0.1');
  const limit = Number(searchParams.get('limit'));
  if (pathname === '/api/v1/products')
    return sendPage(res, await query<Page>(`list ${limit}`, list(limit), [tenant.id]));
  if (pathname === '/api/v1/events')
    return sendPage(res, await query<Page>(`feed ${limit}`, feed(limit), [tenant.id, 0]));
  if (pathname === '/api/v1/orders') return placeOrder(req, res, tenant);
  if (pathname === '/api/v1/exports/products') return sendCsv(res, tenant);
  const values = [tenant.id, Number(pathname.slice('/api/v1/products/'.length))];
  sendJson(res, (await query<Stored>('get', GET, values)).document);
}

const server = http.createServer((req, res) => {
  respond(req, res).catch((error: Error) => {
    res.writeHead(500).end(error.message);
  });
});
server.listen(Number(PORT), '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ address: `http://127.0.0.1:${port}` })}\n`);
});
