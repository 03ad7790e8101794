import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DOCUMENT_REVISIONS, type DocumentTable } from '../documents/revisions.ts';
import { type LockRetryOptions, untilUnlocked } from './lock-retries.ts';
import { inTransaction, type MigrationClient } from './run-migration.ts';

/** What writes the `document` of a table's rows: a trigger function, as documents/README.md explains. */
export interface DocumentFunction {
  readonly table: string;
  readonly sql: string;
  readonly revision: number;
}

export interface UpdateOptions extends LockRetryOptions {
  /** Called with the name of each migration, or of what was rebuilt, as soon as it's done. */
  readonly onDone?: (name: string) => void;
}

/** What the database was last given. */
interface Recorded {
  readonly revision: number;
  readonly hash: string | undefined;
}

/** A few hundred ms, during which others wait for the rows that they want to change. */
const REBUILD_BATCH_ROWS = 1_000;
const FOLDER = fileURLToPath(new URL('../documents/', import.meta.url));

export const documentFunctions = (): DocumentFunction[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => {
      const table = path.basename(file, '.sql');
      const sql = readFileSync(path.join(FOLDER, file), 'utf8');
      return { table, sql, revision: DOCUMENT_REVISIONS[table as DocumentTable] };
    });

/**
 * Gives the database the current functions, rebuilds the stored documents of each table whose revision was raised, and
 * returns what it rebuilt. Call it under the migration lock. If the process is killed, the next start rebuilds again.
 */
export async function updateDocuments(
  client: MigrationClient,
  functions: readonly DocumentFunction[],
  options: UpdateOptions = {},
): Promise<string[]> {
  const rebuilt: string[] = [];
  for (const { table, sql, revision } of functions) {
    const recorded = await readRecorded(client, table);
    const hash = createHash('sha256').update(sql).digest('hex');
    // A newer version has been here, for example during a rolling deployment: its function stays.
    if (recorded.revision > revision) continue;
    if (recorded.revision === revision && recorded.hash === hash) continue;
    const replace = () => inTransaction(client, () => client.query(sql));
    await untilUnlocked(`The function of ${table} documents`, replace, options);
    if (recorded.revision < revision) {
      await rebuild(client, table, options.signal);
      rebuilt.push(`${table} documents, revision ${revision}`);
    }
    await client.query(`COMMENT ON FUNCTION ${table}_document() IS 'revision ${revision}, sha256 ${hash}'`);
    if (recorded.revision < revision) options.onDone?.(rebuilt.at(-1)!);
  }
  return rebuilt;
}

/** The comment on the function says what was last applied. Without one, the function is a migration's: revision 1. */
async function readRecorded(client: MigrationClient, table: string): Promise<Recorded> {
  const { rows } = await client.query('SELECT obj_description(to_regprocedure($1)) AS comment', [
    `${table}_document()`,
  ]);
  const [, revision, hash] = /^revision (\d+), sha256 (\w+)$/.exec(rows[0].comment ?? '') ?? [];
  return { revision: Number(revision ?? 1), hash };
}

/**
 * Has the trigger write every row's document anew. version and updated_at stay as they are. In batches, because one UPDATE
 * would keep all rows of a large table locked until its end; by id, the order in which all locks are taken.
 */
async function rebuild(
  client: MigrationClient,
  table: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  let last: { tenant_id: number; id: number } | undefined = { tenant_id: 0, id: 0 };
  while (last) {
    signal?.throwIfAborted();
    const { rows }: { rows: (typeof last)[] } = await client.query(
      `WITH batch AS MATERIALIZED (
         SELECT tenant_id, id FROM ${table} WHERE (tenant_id, id) > ($1, $2)
         ORDER BY tenant_id, id LIMIT ${REBUILD_BATCH_ROWS} FOR NO KEY UPDATE
       ), rebuilt AS (
         UPDATE ${table} t SET document = '' FROM batch b WHERE t.tenant_id = b.tenant_id AND t.id = b.id
       )
       SELECT tenant_id, id FROM batch ORDER BY tenant_id DESC, id DESC LIMIT 1`,
      [last.tenant_id, last.id],
    );
    last = rows[0];
  }
}
