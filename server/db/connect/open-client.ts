import { currentUrl } from '../../base/environment/secret-files.ts';
import { type ClientConfig, PgClient } from '../wire/pg-client.ts';
import { urlsOfHosts } from './database-url.ts';

/** Of a host. With the login of now, if it's in a file. */
export const currentDatabaseUrl = (url: string, log?: (message: string) => void): string =>
  currentUrl(url, log, urlsOfHosts);

interface ClientOptions extends Omit<ClientConfig, 'connectionString' | 'stream' | 'types'> {
  readonly application_name: string;
}

/** A connection outside of the pool. The caller connects and ends it. */
export const newClient = (url: string, options: ClientOptions): PgClient =>
  new PgClient({ connectionString: currentDatabaseUrl(url), ...options });

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
