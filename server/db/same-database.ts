import pg from 'pg';
import { StartError } from '../start-error.ts';
import { describeMistake, targetOf } from './connection-mistake.ts';
import { urlsOfHosts } from './database-url.ts';

/** As the pool's. */
const TIMEOUT_MS = 5_000;
const DATABASE = '(SELECT oid FROM pg_database WHERE datname = current_database())';
/** The same on a primary and on its standbys. Some providers don't let users call it. */
const BY_CLUSTER = `SELECT concat_ws(' ', (SELECT system_identifier FROM pg_control_system()), ${DATABASE}) AS identity`;
const BY_START = `SELECT concat_ws(' ', pg_postmaster_start_time(), ${DATABASE}) AS identity`;
const DENIED = '42501';

interface Setting {
  readonly name: string;
  readonly url: string;
}

/** Refuses to migrate one database and to serve another. */
export async function assertSameDatabase(served: Setting, direct: Setting): Promise<void> {
  for (const query of [BY_CLUSTER, BY_START]) {
    const [one, other] = [await identityOf(served, query), await identityOf(direct, query)];
    if (one === undefined || other === undefined) continue;
    if (one === other) return;
    throw new StartError(
      `${direct.name} and ${served.name} lead to two different databases: ${placesOf(direct)} and ${placesOf(served)}. Both must be the same one, ${direct.name} without a pooler.`,
    );
  }
}

const placesOf = ({ name, url }: Setting): string =>
  urlsOfHosts(url)
    .map((each) => targetOf(each, name))
    .map(({ host, port, database }) => `${host}:${port}/${database}`)
    .join(', ');

/** Of the first host that answers; all hosts of a setting are copies of one database. Undefined if the query is denied. */
async function identityOf({ name, url }: Setting, query: string): Promise<string | undefined> {
  let failure: unknown;
  for (const each of urlsOfHosts(url))
    try {
      return await readIdentity(each, query);
    } catch (error) {
      if ((error as { code?: string }).code === DENIED) return undefined;
      failure ??= new StartError(`${describeMistake(error as Error, targetOf(each, name)).sentence}.`);
    }
  throw failure;
}

async function readIdentity(url: string, query: string): Promise<string> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'tradepost start',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  client.on('error', () => {}); // The query that waits fails too.
  try {
    await client.connect();
    return (await client.query<{ identity: string }>(query)).rows[0]!.identity;
  } finally {
    // A silent server doesn't answer the goodbye either.
    void client.end().catch(() => {});
  }
}
