import { type ClientConfig, PgClient } from '../wire/pg-client.ts';

interface ClientOptions extends Omit<ClientConfig, 'connectionString' | 'stream' | 'types'> {
  readonly application_name: string;
}

/** A connection outside of the pool. The caller connects and ends it. */
export const newClient = (url: string, options: ClientOptions): PgClient =>
  new PgClient({ connectionString: url, ...options });

/** Runs work on a connection of its own. */
export async function withClient<T>(
  url: string,
  options: ClientOptions,
  work: (client: PgClient) => Promise<T>,
): Promise<T> {
  const client = newClient(url, options);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.close();
  }
}
