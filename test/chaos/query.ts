import pg from 'pg';

/** Past these the server is being killed or started; whoever asks then asks again. */
const CONNECT_MS = 5_000;
const ANSWER_MS = 60_000;

/** A connection for one piece of work. When the server is killed under it, the work fails and nothing else does. */
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
