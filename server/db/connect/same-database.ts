import { StartError } from '../../base/environment/start-error.ts';
import { targetOf } from './connection-mistake.ts';
import { urlsOfHosts } from './database-url.ts';
import { isDenied } from './missing-rights.ts';
import { queryFirstHost, type UrlSetting } from './query-first-host.ts';

/** The same on a primary and on its standbys. Some providers don't let users call it. */
const CLUSTER = '(SELECT system_identifier::text FROM pg_control_system())';
/**
 * A standby that was promoted keeps the identifier of its cluster and the oids of its databases, and goes on with a history of its own.
 * Two servers aren't started in the same microsecond. As text in UTC, because a session's TimeZone may differ behind a pooler. A crash
 * of one of the server's processes leaves it as it is.
 */
const STARTED = `to_char(pg_postmaster_start_time() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
const identityIn = (cluster: string): string => `
  SELECT ${cluster} AS cluster, (SELECT oid FROM pg_database WHERE datname = current_database())::text AS database, ${STARTED} AS started`;

interface Identity {
  /** Null where the user may not ask for it. */
  readonly cluster: string | null;
  readonly database: string;
  readonly started: string;
}

/** Refuses to migrate one database and to serve another. */
export async function assertSameDatabase(served: UrlSetting, direct: UrlSetting): Promise<void> {
  const differenceNow = async (): Promise<string | undefined> =>
    differenceOf(await identityOf(direct), await identityOf(served));
  // Looks again: the server may have been restarted, or another one promoted, between the two.
  if ((await differenceNow()) === undefined) return;
  const difference = await differenceNow();
  if (difference === undefined) return;
  throw new StartError(
    `${direct.setting} and ${served.setting} lead to two different databases: ${placesOf(direct)} and ${placesOf(served)} ${difference}. Both must be the same one, ${direct.setting} without a pooler.`,
  );
}

function differenceOf(one: Identity, other: Identity): string | undefined {
  if (one.cluster !== null && other.cluster !== null && one.cluster !== other.cluster)
    return `belong to different clusters (system identifiers ${one.cluster} and ${other.cluster})`;
  if (one.started !== other.started)
    return `are on servers that were started at different times (${one.started} and ${other.started}), so one may be a copy or a former standby of the other`;
  if (one.database !== other.database) return `have different oids (${one.database} and ${other.database})`;
  return undefined;
}

const placesOf = ({ setting, url }: UrlSetting): string =>
  urlsOfHosts(url)
    .map((each) => targetOf(each, setting))
    .map(({ host, port, database }) => `${host}:${port}/${database}`)
    .join(', ');

/** Of the host that takes writes, as the service uses it: a standby beside it was started at another time. */
async function identityOf(setting: UrlSetting): Promise<Identity> {
  const read = async (cluster: string): Promise<Identity> =>
    (await queryFirstHost<Identity>(setting, identityIn(cluster), 'that takes writes'))[0]!;
  try {
    return await read(CLUSTER);
  } catch (error) {
    if (!isDenied(error)) throw error;
    return read('NULL');
  }
}
