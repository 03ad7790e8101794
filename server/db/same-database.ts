import { StartError } from '../start-error.ts';
import { targetOf } from './connection-mistake.ts';
import { urlsOfHosts } from './database-url.ts';
import { isDenied, queryFirstHost, type UrlSetting } from './query-first-host.ts';

const DATABASE = '(SELECT oid FROM pg_database WHERE datname = current_database())';
/** The same on a primary and on its standbys. Some providers don't let users call it. */
const BY_CLUSTER = `SELECT concat_ws(' ', (SELECT system_identifier FROM pg_control_system()), ${DATABASE}) AS identity`;
const BY_START = `SELECT concat_ws(' ', pg_postmaster_start_time(), ${DATABASE}) AS identity`;

/** Refuses to migrate one database and to serve another. */
export async function assertSameDatabase(served: UrlSetting, direct: UrlSetting): Promise<void> {
  for (const query of [BY_CLUSTER, BY_START]) {
    const [one, other] = [await identityOf(served, query), await identityOf(direct, query)];
    if (one === undefined || other === undefined) continue;
    if (one === other) return;
    throw new StartError(
      `${direct.setting} and ${served.setting} lead to two different databases: ${placesOf(direct)} and ${placesOf(served)}. Both must be the same one, ${direct.setting} without a pooler.`,
    );
  }
}

const placesOf = ({ setting, url }: UrlSetting): string =>
  urlsOfHosts(url)
    .map((each) => targetOf(each, setting))
    .map(({ host, port, database }) => `${host}:${port}/${database}`)
    .join(', ');

/** Undefined if the query is denied. */
async function identityOf(setting: UrlSetting, query: string): Promise<string | undefined> {
  try {
    return (await queryFirstHost<{ identity: string }>(setting, query))[0]!.identity;
  } catch (error) {
    if (isDenied(error)) return undefined;
    throw error;
  }
}
