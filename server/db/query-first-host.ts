import pg from 'pg';
import { StartError } from '../start-error.ts';
import { describeMistake, targetOf } from './connection-mistake.ts';
import { urlsOfHosts } from './database-url.ts';

/** As the pool's. */
const TIMEOUT_MS = 5_000;
/** The query isn't allowed, whatever the host. */
const DENIED = '42501';

export interface UrlSetting {
  readonly setting: string;
  readonly url: string;
}

export const isDenied = (error: unknown): boolean => (error as { code?: string }).code === DENIED;

/** Asks the first host that answers; all hosts of a setting are copies of one database. Throws what isDenied as it is. */
export async function queryFirstHost<Row extends object>(
  { setting, url }: UrlSetting,
  text: string,
): Promise<Row[]> {
  let failure: unknown;
  for (const each of urlsOfHosts(url))
    try {
      return await query<Row>(each, text);
    } catch (error) {
      if (isDenied(error)) throw error;
      failure ??= new StartError(`${describeMistake(error as Error, targetOf(each, setting)).sentence}.`);
    }
  throw failure;
}

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'tradepost start',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  client.on('error', () => {}); // The query that waits fails too.
  try {
    await client.connect();
    return (await client.query<Row>(text)).rows;
  } finally {
    // A silent server doesn't answer the goodbye either.
    void client.end().catch(() => {});
  }
}
