// The server for the client benchmark: returns Tradepost's responses and headers for a product or a page of products,
// without any of the work.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const headers = {
  'content-type': 'application/json; charset=utf-8',
  etag: '"3-120/8"',
  ratelimit: '"plan";r=2999;t=60',
  'ratelimit-policy': '"plan";q=3000;w=60',
  'x-request-id': '5f0c3a52-4f0e-4e0a-9a54-3a1c1d6f2b7e',
};
const product = {
  id: 1001,
  external_id: 'ERP-1001',
  name: 'Café torrado 500 g',
  sku: 'CAF-500',
  price: 39.9,
  description: 'Torra média, em grãos.',
  category_id: 7,
  brand: 'Serra Alta',
  status: 'active',
  unit: 'un',
  stock: { on_hand: 120, reserved: 8, available: 112 },
  metadata: { channel: 'marketplace' },
  version: 3,
  created_at: '2026-01-31T12:00:00.000Z',
  updated_at: '2026-01-31T12:00:00.000Z',
  deleted_at: null,
};
const one = Buffer.from(JSON.stringify(product));
/** The default page size. */
const page = {
  data: Array.from({ length: 20 }, () => product),
  page: { next_cursor: null, has_more: false },
};
const list = Buffer.from(JSON.stringify(page));

const server = createServer(({ url }, response) => {
  const body = url?.endsWith('/products') ? list : one;
  response.writeHead(200, { ...headers, 'content-length': body.length }).end(body);
});
server.listen(0, '127.0.0.1', () => {
  process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once('SIGTERM', () => process.exit());
