import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { deleteOldRefusedRequests } from '../../../server/accounts/request-log/retention.ts';
import {
  countRefusedRequests,
  findRefusedRequest,
  listRefusedKeys,
  listRefusedRequests,
  type RefusalFilter,
} from '../../../server/accounts/request-log/store.ts';
import { insertTenant } from '../../../server/accounts/tenants/store.ts';
import { type Database, openDatabase } from '../../../server/db/pool/database.ts';
import { type OwnDatabase, ownDatabase } from '../../support/databases.ts';
import { explain, planCacheModes } from '../../support/explain.ts';
import { QueryRecorder } from '../../support/query-recorder.ts';

/** Of 50 rows, each with its index entry and the key's name, and of the steps into the indexes. */
const PAGE_BUFFERS = 350;
const ROWS = 100_000;
/** Two codes have all rows but three; two keys of 20 have half of them. */
const FILL = `INSERT INTO refused_requests (tenant_id, request_id, at, api_key_id, key_prefix, method, path, status, code,
    issues, issue_count, duration_ms)
  SELECT $1, gen_random_uuid(), now() - g * interval '6 s', 1, CASE WHEN g % 2 = 0 THEN 'tp_' || g % 4 ELSE 'tp_' || g % 20 END,
    'GET', '/api/v1/products/7', 404,
    CASE WHEN g IN (7, 50000, 99999) THEN 'in_use' WHEN g % 2 = 0 THEN 'not_found' ELSE 'rate_limit_exceeded' END, '[]', 0, 1
  FROM generate_series(1, $2::int) AS g`;

let own: OwnDatabase;
let db: Database;
let client: pg.Client;
let tenantId: number;

beforeAll(async () => {
  own = await ownDatabase(inject('serverUrl'), 'tradepost_template');
  db = openDatabase({ url: own.url, size: 2, preparedStatements: true, log: () => {} });
  client = new pg.Client({ connectionString: own.url });
  await client.connect();
  tenantId = await insertTenant(db, 'Loja', 'Basic');
  await client.query(FILL, [tenantId, ROWS]);
  await client.query('VACUUM (ANALYZE) refused_requests');
});
afterAll(async () => {
  await client.end();
  await db.close();
  await own.drop();
});

/** The most pages of 8 kB that one of the queries reads. */
async function buffersOf(work: (recorder: QueryRecorder) => Promise<unknown>): Promise<number> {
  const recorder = new QueryRecorder(db);
  await work(recorder);
  const plans = [];
  for (const query of recorder.queries)
    for (const mode of planCacheModes(query)) {
      await explain(client, query, mode); // The first one also reads PostgreSQL's own tables.
      plans.push(await explain(client, query, mode));
    }
  return Math.max(...plans.map(({ buffers }) => buffers));
}

const WEEK_AGO = new Date(Date.now() - 7 * 86_400_000).toISOString();
const LATE = {
  at: new Date(Date.now() - 5 * 86_400_000).toISOString(),
  requestId: '77777777-7777-4777-8777-777777777777',
};

it.each<[string, RefusalFilter]>([
  ['without a filter', {}],
  ['late', { after: LATE }],
  ['of a frequent code', { codes: ['not_found'] }],
  ['of a rare code', { codes: ['in_use'] }],
  ['of rare and missing codes', { codes: ['in_use', 'already_exists', 'overlap', 'stale_stock'] }],
  ['of a rare code, late', { codes: ['in_use'], after: LATE }],
  ['of a key', { keyPrefix: 'tp_3' }],
  ['of a key without requests', { keyPrefix: 'tp_none' }],
])('a page %s reads only its rows', async (_name, filter) => {
  const read = (recorder: QueryRecorder) =>
    listRefusedRequests(recorder, tenantId, { since: WEEK_AGO, ...filter }, 51);
  expect(await buffersOf(read)).toBeLessThan(PAGE_BUFFERS);
});

it('an id, the keys and the counters are read from indexes', async () => {
  expect(await buffersOf((recorder) => findRefusedRequest(recorder, tenantId, LATE.requestId))).toBeLessThan(
    10,
  );
  expect(await buffersOf((recorder) => listRefusedKeys(recorder, tenantId))).toBeLessThan(200);
  expect(await buffersOf((recorder) => countRefusedRequests(recorder, tenantId, WEEK_AGO))).toBeLessThan(50);
});

it('retention visits nobody when nothing is old', async () => {
  expect(await buffersOf((recorder) => deleteOldRefusedRequests(recorder))).toBeLessThan(50);
});
