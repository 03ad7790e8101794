// `npm run program bench:strapi` and `npm run program bench:directus [-- --short]`: the list of products beside a platform's. Each has a thousand
// packages, so npm installs it only for its command.
import { onServer } from '../../support/databases.ts';
import { type BenchDatabase, startBenchDatabase } from './bench-database.ts';
import { postgresMeter } from './bench-postgres.ts';
import { directus } from './candidates/directus.ts';
import { strapi } from './candidates/strapi.ts';
import { httpCandidate } from './http-candidate.ts';
import { PRODUCTS } from './rows/shop.ts';
import { runWorkload } from './run-workload.ts';
import type { ServerProcess } from './server-process.ts';
import { startTradepost } from './start-tradepost.ts';
import type { Candidate, Defer } from './workload.ts';

/** A platform that serves the same products from a table of its own, in a database of its own. */
export interface Platform {
  readonly name: string;
  readonly note: string;
  readonly list: { readonly path: string; readonly headers?: Readonly<Record<string, string>> };
  start(defer: Defer, url: string, database: BenchDatabase): Promise<ServerProcess>;
}

const PLATFORMS: Readonly<Record<string, Platform>> = { strapi, directus };

const setUp =
  ({ name, list, start }: Platform) =>
  async (defer: Defer): Promise<Candidate[]> => {
    const database = await startBenchDatabase(defer, PRODUCTS);
    const postgresCpuSeconds = await postgresMeter(database.url);
    await onServer(database.url, (client) => client.query('CREATE DATABASE platform'));
    const platform = await start(defer, database.url.replace(/\/tradepost$/, '/platform'), database);
    const ours = {
      path: '/api/v1/products?limit=20',
      headers: { authorization: `Bearer ${database.key}` },
    };
    const candidates = [
      httpCandidate(defer, 'Tradepost', await startTradepost(defer, database), ours, postgresCpuSeconds),
      httpCandidate(defer, name, platform, list, postgresCpuSeconds),
    ];
    for (const { name, fetch } of candidates) {
      const { data } = (await (await fetch()).json()) as { data: readonly { name: string }[] };
      if (data.length !== 20 || !data.every(({ name }, n) => name.endsWith(` ${n + 1}`)))
        throw new Error(`${name} didn't list the first 20 products.`);
    }
    return candidates;
  };

const chosen = PLATFORMS[process.argv[2] ?? ''];
if (!chosen) throw new Error(`Usage: platforms.ts ${Object.keys(PLATFORMS).join('|')} [--short]`);
process.argv.splice(2, 1);
await runWorkload({
  name: `List 20 of ${PRODUCTS} products with stock`,
  baseline: 'Tradepost',
  notes: [chosen.note],
  setUp: setUp(chosen),
});
