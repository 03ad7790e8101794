import pg from 'pg';
import { SCOPES } from '../../server/accounts/api-keys/scopes.ts';
import { createHandlers } from '../../server/api/operations/operations.ts';
import type { HandledOperationId, OperationId } from '../../server/base/contract.ts';
import { atOnce } from '../../server/base/counters/event-loop-yield.ts';
import { Cursors, type Position } from '../../server/base/cursors.ts';
import type { Database } from '../../server/db/pool/database.ts';
import type { Querier, Transaction } from '../../server/db/querier.ts';
import { readConfig } from '../../server/main/config.ts';
import { type Context, createContext } from '../../server/main/context.ts';
import { type ApiResponse, bodyText, reply } from '../../server/trade/resources/handler.ts';
import { ownDatabase } from './databases.ts';
import { LARGE } from './large-shop-rows.ts';
import { fillShops } from './large-shops.ts';
import { type OnQuery, QueryRecorder, type RecordedQuery } from './query-recorder.ts';

/** Unsigned cursors, so that tests can create one for any position in any list. */
class UnsignedCursors extends Cursors {
  override encode(_list: string, _tenantId: number, position: Position): string {
    return Buffer.from(JSON.stringify(position)).toString('base64url');
  }
  override decode(_list: string, _tenantId: number, _sort: string, cursor: string): Position {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString()) as Position;
  }
}

interface CallOptions {
  /** Whose operation it is; otherwise the large shop's. */
  readonly tenantId?: number;
  readonly path?: object;
  readonly query?: object;
  readonly body?: object;
  /** As with an Idempotency-Key that the handler's last statement takes care of. */
  readonly once?: boolean;
}

/** The handlers without HTTP, on a database with a large and a small shop. Records their queries. */
export interface QueryPlanEnvironment {
  readonly context: Context;
  /** A separate connection, for EXPLAIN. */
  readonly client: pg.Client;
  /** Tables that must not have a sequential scan. */
  readonly largeTables: ReadonlySet<string>;
  /** Records the queries of `work`, and rolls back its writes. */
  record(work: (db: QueryRecorder) => Promise<unknown>): Promise<readonly RecordedQuery[]>;
  /** Runs an operation for the large shop. Returns the response's body and the queries. */
  call<Body>(id: OperationId, parts: CallOptions): Promise<{ body: Body; asked: readonly RecordedQuery[] }>;
  close(): Promise<void>;
}

const LARGE_TABLES = `SELECT DISTINCT regexp_replace(relname, '(_(random_ids|\\d{8}))?(_10\\d{4})?$', '') AS relname FROM pg_class WHERE relkind = 'r' AND reltuples >= 10000`;
const CALLER = {
  storedBytes: 0,
  storedBytesLimit: 5e9,
  tenantId: LARGE,
  currency: 'BRL',
  apiKeyId: 1,
  apiKeyName: 'test',
  actor: 'api_key:tp_test',
  scopes: SCOPES,
};
type AnyHandler = (call: object, reply: unknown, db: QueryRecorder | Transaction) => Promise<ApiResponse>;

function withKey(db: QueryRecorder): Transaction {
  const query: Querier['query'] = (statement, values) => db.query(statement, values);
  const finalOnce = { cause: undefined, key: 'NEW', fingerprint: Buffer.alloc(32), query };
  return { transaction: true, query, finalOnce };
}

/** `onQuery` is called before each recorded query, in its transaction. */
export async function openQueryPlanEnvironment(
  serverUrl: string,
  onQuery?: OnQuery,
): Promise<QueryPlanEnvironment> {
  const own = await ownDatabase(serverUrl, 'tradepost_template');
  await fillShops(own.url);
  const client = new pg.Client({ connectionString: own.url });
  await client.connect();
  // Each call is rolled back, and with it the epoch of the feed that the first read begins.
  await client.query('INSERT INTO feed_epochs (identity) VALUES (cluster_identity())');
  const { rows } = await client.query<{ relname: string }>(LARGE_TABLES);
  const secrets = { databaseUrl: own.url, secretKey: 'test'.repeat(16) };
  const overrides = { cursors: new UnsignedCursors(Buffer.alloc(32)) };
  const context = createContext(readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' }), secrets, overrides);
  const asItIs = async (_operation: string, body: unknown) => body as never;
  const handlers = createHandlers(context, asItIs, asItIs);
  const record: QueryPlanEnvironment['record'] = (work) => recordQueries(context.db, work, onQuery);
  return {
    context,
    client,
    largeTables: new Set(rows.map(({ relname }) => relname)),
    record,
    call: async <Body>(
      id: OperationId,
      { tenantId = LARGE, path = {}, query = {}, body, once }: CallOptions,
    ) => {
      const call = {
        caller: { ...CALLER, tenantId },
        compute: atOnce,
        path,
        query,
        body,
        ifMatch: undefined,
        requestId: 'test',
      };
      let text = '';
      const asked = await record(async (db) => {
        const handler = handlers[id as HandledOperationId] as unknown as AnyHandler;
        text = bodyText(await handler(call, reply, once ? withKey(db) : db)) ?? 'null';
      });
      return { body: JSON.parse(text) as Body, asked };
    },
    close: async () => {
      await client.end();
      await context.close();
      await own.drop();
    },
  };
}

async function recordQueries(
  db: Database,
  work: (db: QueryRecorder) => Promise<unknown>,
  onQuery?: OnQuery,
): Promise<readonly RecordedQuery[]> {
  const rolledBack = new Error('rolled back');
  let asked: readonly RecordedQuery[] = [];
  const transaction = db.transaction(async (tx) => {
    const recorder = new QueryRecorder(tx, onQuery);
    await work(recorder);
    asked = recorder.queries;
    throw rolledBack;
  });
  await transaction.catch((error: unknown) => {
    if (error !== rolledBack) throw error;
  });
  return asked;
}
