import pg from 'pg';

/** A query that takes longer hit a server being killed or started; callers retry. */
const CONNECT_MS = 5_000;
const ANSWER_MS = 60_000;

/** Opens a connection for one piece of work. If the server is killed meanwhile, only the work fails. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

export async function query<Row extends object>(
  url: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return withClient(url, async (client) => (await client.query<Row>(sql, [...values])).rows);
}
