import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyProducts } from '../copy-products.ts';
import type { Platform } from '../platforms.ts';
import { startServer } from '../server-process.ts';
import { COMMON } from '../start-tradepost.ts';

const STRAPI = fileURLToPath(new URL('strapi', import.meta.url));

/** Strapi makes its table when it starts. */
const start: Platform['start'] = async (defer, url, database) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tradepost-strapi-'));
  defer(() => rm(folder, { recursive: true, force: true }));
  // It writes into its folder.
  const filter = (source: string): boolean => path.basename(source) !== 'node_modules';
  await cp(STRAPI, folder, { recursive: true, filter });
  await symlink(path.join(STRAPI, 'node_modules'), path.join(folder, 'node_modules'));
  // Without it Strapi doesn't start.
  await mkdir(path.join(folder, 'public/uploads'), { recursive: true });
  const server = await startServer(defer, [path.join(folder, 'main.js')], { ...COMMON, DATABASE_URL: url });
  await copyProducts(database, url, { document_id: 'md5(random()::text)', published_at: 'now()' });
  return server;
};

export const strapi: Platform = {
  name: 'Strapi',
  note: 'Strapi without authentication, permissions, rate limit or admin panel.',
  // Strapi counts all products for each page unless told not to.
  list: {
    path: '/api/products?sort=id:asc&pagination%5BpageSize%5D=20&pagination%5BwithCount%5D=false',
  },
  start,
};
