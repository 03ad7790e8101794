// `npm run bench:strapi [-- --short]`: the list of products beside Strapi's. Strapi has a thousand packages, so npm installs it only
// for this command.
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { onServer } from '../support/databases.ts';
import { type BenchDatabase, startBenchDatabase } from './bench-database.ts';
import { postgresMeter } from './bench-postgres.ts';
import { httpCandidate } from './http-candidate.ts';
import { PRODUCTS } from './rows/products.ts';
import { runWorkload } from './run-workload.ts';
import { startServer } from './server-process.ts';
import { COMMON, startTradepost } from './start-tradepost.ts';
import type { Candidate, Defer } from './workload.ts';

const STRAPI = fileURLToPath(new URL('candidates/strapi', import.meta.url));
/** Strapi counts all products for each page unless told not to. */
const STRAPI_PAGE = '/api/products?sort=id:asc&pagination%5BpageSize%5D=20&pagination%5BwithCount%5D=false';
const ROWS_AT_ONCE = 10_000;

const FIELDS = [
  ...[
    'external_id',
    'name',
    'sku',
    'price',
    'description',
    'brand',
    'status',
    'unit',
    'cost_price',
    'gtin',
    'ncm',
  ],
  ...['weight_kg', 'dimensions', 'track_stock', 'allow_backorder', 'min_stock', 'image_urls', 'metadata'],
  ...['created_at', 'updated_at', 'on_hand', 'reserved'],
].join(', ');

/** Started by Strapi itself, which has made its table then. */
async function startStrapi(defer: Defer, url: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'tradepost-strapi-'));
  defer(() => rm(folder, { recursive: true, force: true }));
  // It writes into its folder.
  const filter = (source: string): boolean => path.basename(source) !== 'node_modules';
  await cp(STRAPI, folder, { recursive: true, filter });
  await symlink(path.join(STRAPI, 'node_modules'), path.join(folder, 'node_modules'));
  // Without it Strapi doesn't start.
  await mkdir(path.join(folder, 'public/uploads'), { recursive: true });
  return startServer(defer, [path.join(folder, 'main.js')], { ...COMMON, DATABASE_URL: url });
}

/** The same products, with their stock as two fields of their own. */
async function copyProducts({ url, tenantId }: BenchDatabase, strapiUrl: string): Promise<void> {
  await onServer(url, (from) =>
    onServer(strapiUrl, async (to) => {
      for (let after = 0; after < PRODUCTS; after += ROWS_AT_ONCE) {
        const { rows } = await from.query<{ products: string }>(
          `SELECT json_agg(p)::text AS products FROM (
             SELECT ${FIELDS.replace('updated_at', 'p.updated_at')}
             FROM products p JOIN stock_balances b ON b.tenant_id = p.tenant_id AND b.product_id = p.id
             WHERE p.tenant_id = $1 ORDER BY p.id OFFSET $2 LIMIT $3) p`,
          [tenantId, after, ROWS_AT_ONCE],
        );
        await to.query(
          `INSERT INTO products (document_id, published_at, ${FIELDS})
           SELECT md5(random()::text), now(), ${FIELDS} FROM json_populate_recordset(NULL::products, $1)`,
          [rows[0]!.products],
        );
      }
      await to.query('VACUUM (ANALYZE) products');
    }),
  );
}

async function setUp(defer: Defer): Promise<Candidate[]> {
  const database = await startBenchDatabase(defer, PRODUCTS);
  const postgresCpuSeconds = await postgresMeter(database.url);
  await onServer(database.url, (client) => client.query('CREATE DATABASE strapi'));
  const strapiUrl = database.url.replace(/\/tradepost$/, '/strapi');
  const strapi = await startStrapi(defer, strapiUrl);
  await copyProducts(database, strapiUrl);
  const headers = { authorization: `Bearer ${database.key}` };
  const list = { path: '/api/v1/products?limit=20', headers };
  const candidates = [
    httpCandidate(defer, 'Tradepost', await startTradepost(defer, database), list, postgresCpuSeconds),
    httpCandidate(defer, 'Strapi', strapi, { path: STRAPI_PAGE }, postgresCpuSeconds),
  ];
  for (const { name, fetch } of candidates) {
    const { data } = (await (await fetch()).json()) as { data: readonly { name: string }[] };
    if (data.length !== 20 || !data.every(({ name }, n) => name.endsWith(` ${n + 1}`)))
      throw new Error(`${name} didn't list the first 20 products.`);
  }
  return candidates;
}

await runWorkload({
  name: `List 20 of ${PRODUCTS} products with stock`,
  baseline: 'Tradepost',
  notes: ['Strapi without authentication, permissions, rate limit or admin panel.'],
  setUp,
});
