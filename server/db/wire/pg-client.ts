import pg from 'pg';
import { toByteString } from '../../base/byte-string.ts';
import type { Statement } from '../querier.ts';
import { cancelStatement } from './cancel-statement.ts';
import { readByByteParser, valueParsers } from './parsers.ts';
import type { ConnectionInside } from './pg-inside.ts';
import { PreparedQuery, textsOf } from './prepared-query.ts';
import type { QueryTimeouts } from './query-timeouts.ts';

/** How long a connection may take until it can be used. */
export const CONNECT_TIMEOUT_MS = 5_000;
/** A server that is silent doesn't answer the goodbye either. */
const GOODBYE_MS = 1_000;

export type ClientConfig = pg.ClientConfig;

/** How the statements of a connection run. */
export interface RunOptions {
  readonly preparedStatements: boolean;
  readonly timeouts: QueryTimeouts;
}

/** A connection to PostgreSQL. What pg has no public way for is done here, with what pg-inside.ts lists. */
export class PgClient extends pg.Client {
  // Members of pg's own, which its types lack, or as in the case of `pipeline` don't let change.
  declare pipeline: boolean;
  declare readonly connection: pg.Connection & ConnectionInside;
  declare protected readonly processID: number | null;
  declare protected readonly secretKey: number | null;
  declare readonly ref: () => void;
  declare readonly unref: () => void;

  constructor(config?: pg.ClientConfig) {
    super({
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      types: valueParsers as unknown as pg.CustomTypesConfig,
      ...config,
    });
    readByByteParser(this.connection);
    // Without a listener, an error between two queries would end the process. The query that waits, or the next one, fails too.
    this.on('error', () => {});
  }

  /** With a callback, because most statements are awaited several layers above, and each promise on the way costs. */
  run<Row extends object>(
    statement: Statement | string,
    values: readonly unknown[],
    { preparedStatements, timeouts }: RunOptions,
    onResult: (error: Error | null, rows: Row[]) => void,
  ): void {
    const {
      name,
      text,
      prepared = true,
      byteColumns,
    }: Partial<Statement> & { text: string } = typeof statement === 'string'
      ? { text: statement }
      : statement;
    const isPrepared = preparedStatements && prepared && name !== undefined;
    const texts = isPrepared ? textsOf(values) : undefined;
    if (texts)
      return void this.query(new PreparedQuery<Row>(statement as Statement, texts, timeouts, onResult));
    const query = { text, values: values as unknown[], ...(isPrepared && { name }) };
    this.queryWithin<Row>(timeouts.timeoutMs, query)
      .then((rows) => withByteStrings(rows, byteColumns))
      .then(
        (rows) => onResult(null, rows),
        (error) => onResult(error, []),
      );
  }

  /** A query of pg's own with a timeout, for a connection without a `query_timeout`. */
  async queryWithin<Row extends object>(timeoutMs: number, query: pg.QueryConfig): Promise<Row[]> {
    const limited: pg.QueryConfig & { query_timeout: number } = { ...query, query_timeout: timeoutMs };
    return (await this.query<Row>(limited)).rows;
  }

  /** Whether queries go out without waiting for the results of those before them. Of byte columns, only one such query may be under way. */
  sendAtOnce(atOnce: boolean): void {
    this.pipeline = atOnce;
  }

  async inPipeline<T>(work: () => Promise<T>): Promise<T> {
    this.sendAtOnce(true);
    try {
      return await work();
    } finally {
      this.sendAtOnce(false);
    }
  }

  /** Has the server end the statement that runs. Never fails. False if the cancel could hit a later one. */
  cancelStatement(): Promise<boolean> {
    const { host, port, processID: processId, secretKey } = this;
    if (processId === null || secretKey === null) return Promise.resolve(true);
    return cancelStatement({ host, port, processId, secretKey });
  }

  /** Says goodbye, so that what the connection held is free. Never fails. */
  async close(): Promise<void> {
    const late = setTimeout(() => this.destroy(), GOODBYE_MS);
    await this.end();
    clearTimeout(late);
  }

  /** Ends the connection, or the attempt to connect, without a goodbye. */
  destroy(): void {
    this.connection.stream.destroy();
  }
}

/** pg's own query has read all columns as text. Of a text with several statements, pg gives no rows. */
function withByteStrings<Row extends object>(rows: Row[], byteColumns: readonly string[] | undefined): Row[] {
  if (!byteColumns) return rows;
  for (const row of rows as Record<string, string | null>[])
    for (const name of byteColumns) if (row[name] != null) row[name] = toByteString(row[name]);
  return rows;
}
