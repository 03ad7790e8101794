import pg from 'pg';
import { StartError } from '../../base/environment/start-error.ts';
import { StandbyError } from './connection-check.ts';
import { describeMistake, targetOf } from './connection-mistake.ts';
import { urlsOfHosts } from './database-url.ts';
import { isDenied } from './missing-rights.ts';
import { RESET_SEARCH_PATH } from './search-path.ts';

/** As the pool's. */
const TIMEOUT_MS = 5_000;

export interface UrlSetting {
  readonly setting: string;
  readonly url: string;
}

/** Asks the first host that answers; all hosts of a setting are copies of one database. Throws what isDenied as it is. */
export const queryFirstHost = <Row extends object>(setting: UrlSetting, text: string): Promise<Row[]> =>
  ask(setting, (client) => readRows<Row>(client, text));

/** Asks the first host that takes writes. A single host isn't asked whether it does. */
export const queryPrimaryHost = <Row extends object>(setting: UrlSetting, text: string): Promise<Row[]> =>
  ask(setting, async (client, hosts) => {
    if (hosts > 1 && (await takesNoWrites(client))) throw new StandbyError('the host takes no writes');
    return readRows<Row>(client, text);
  });

async function takesNoWrites(client: pg.Client): Promise<boolean> {
  const rows = await readRows<{ transaction_read_only: string }>(client, 'SHOW transaction_read_only');
  return rows[0]!.transaction_read_only === 'on';
}

async function ask<Row>(
  { setting, url }: UrlSetting,
  read: (client: pg.Client, hosts: number) => Promise<Row[]>,
): Promise<Row[]> {
  const urls = urlsOfHosts(url);
  let failure: unknown;
  for (const each of urls)
    try {
      return await onConnection(each, (client) => read(client, urls.length));
    } catch (error) {
      if (isDenied(error)) throw error;
      failure ??= new StartError(`${describeMistake(error as Error, targetOf(each, setting)).sentence}.`);
    }
  throw failure;
}

/** In a transaction, because search_path may be what another client left behind on a pooler's connection. */
async function readRows<Row extends object>(client: pg.Client, text: string): Promise<Row[]> {
  await client.query(`BEGIN; ${RESET_SEARCH_PATH}`);
  const { rows } = await client.query<Row>(text);
  await client.query('COMMIT');
  return rows;
}

async function onConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'tradepost start',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  client.on('error', () => {}); // The query that waits fails too.
  try {
    await client.connect();
    return await work(client);
  } finally {
    // A silent server doesn't answer the goodbye either.
    void client.end().catch(() => {});
  }
}
