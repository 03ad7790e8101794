import { StartError } from '../../base/environment/start-error.ts';
import { targetOf } from './connection-mistake.ts';
import { urlsOfHosts } from './database-url.ts';
import { queryFirstHost, type UrlSetting } from './query-first-host.ts';

/** More would make no sentence. */
const MOST_NAMES = 3;

interface Rights {
  /** Null before the first migration, and for a user who may not use the schema. */
  readonly owner: string | null;
  readonly owns: boolean | null;
  /** Tables and sequences that the user lacks a right to. */
  readonly missing: readonly string[];
}

/**
 * About what the owner of schema_migrations has there, since other programs may have tables in the schema. A partition needs no rights of
 * its own: its rows are reached through its table.
 */
const RIGHTS = `
  SELECT m.relowner::regrole::text AS owner, pg_has_role(m.relowner, 'USAGE') AS owns, ARRAY(
    SELECT c.oid::regclass::text FROM pg_class c
    WHERE c.relnamespace IN (m.relnamespace, to_regnamespace('panel'), to_regnamespace('rate_limit')) AND c.relowner = m.relowner AND NOT c.relispartition
      AND c.relname NOT IN ('schema_migrations', 'schema_migrations_id_seq', 'schema_migration_steps')
      AND CASE
        WHEN c.relkind NOT IN ('r', 'p', 'S') THEN false
        WHEN NOT has_schema_privilege(c.relnamespace, 'USAGE') THEN true
        WHEN c.relkind = 'S' THEN NOT has_sequence_privilege(c.oid, 'USAGE')
        ELSE NOT (has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(c.oid, 'INSERT')
          AND has_table_privilege(c.oid, 'UPDATE') AND has_table_privilege(c.oid, 'DELETE'))
      END
    ORDER BY 1
  ) AS missing
  FROM (SELECT 1) AS one LEFT JOIN pg_class m ON m.oid = to_regclass('schema_migrations')`;

const rightsOf = async (user: UrlSetting): Promise<Rights> =>
  (await queryFirstHost<Rights>(user, RIGHTS))[0]!;

/** The user who migrates: if the tables are somebody else's, it can't change them, nor make the partitions of the next month. */
export async function assertOwner(user: UrlSetting): Promise<void> {
  const { owner, owns } = await rightsOf(user);
  if (owner === null || owns) return;
  throw new StartError(
    `${who(user)} doesn't own the tables, which belong to "${owner}", so it can neither migrate nor make partitions. Set DATABASE_DIRECT_URL to a URL of that user.`,
  );
}

/** The user who serves. Otherwise a write would fail as soon as it needs what wasn't granted, such as a table of the last upgrade. */
export async function assertRights(user: UrlSetting): Promise<void> {
  const { owner, missing } = await rightsOf(user);
  if (owner !== null && missing.length === 0) return;
  const more = missing.length - MOST_NAMES;
  const names = missing.slice(0, MOST_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '');
  throw new StartError(
    `${who(user)} ${owner === null ? "can't use the schema of the tables" : `lacks rights to ${names}`}. Grant it what docs/databases.md lists.`,
  );
}

function who({ setting, url }: UrlSetting): string {
  const { user, host, port, database } = targetOf(urlsOfHosts(url)[0]!, setting);
  return `User "${user}" of ${setting}, in database "${database}" at ${host}:${port},`;
}
