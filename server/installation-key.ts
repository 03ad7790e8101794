import type { Querier } from './db/querier.ts';
import type { SecretBox } from './secret-box.ts';

const TEXT = 'tradepost';
const CONTEXT = 'secret key check';

/** Whether the box has the installation's key. Undefined while none is recorded. */
export async function isInstallationKey(db: Querier, box: SecretBox): Promise<boolean | undefined> {
  const sql = 'SELECT secret_key_check AS sealed FROM installation';
  const [row] = await db.query<{ sealed: Buffer }>(sql, []);
  return row && box.tryOpen(row.sealed, CONTEXT) !== undefined;
}

/** Of processes that start at once with different keys the first one decides. */
export async function recordInstallationKey(db: Querier, box: SecretBox): Promise<void> {
  const sql = 'INSERT INTO installation (secret_key_check) VALUES ($1) ON CONFLICT DO NOTHING';
  await db.query(sql, [box.seal(TEXT, CONTEXT)]);
}

export async function replaceInstallationKey(db: Querier, box: SecretBox): Promise<void> {
  const sql = `INSERT INTO installation (secret_key_check) VALUES ($1)
    ON CONFLICT (only_row) DO UPDATE SET secret_key_check = excluded.secret_key_check`;
  await db.query(sql, [box.seal(TEXT, CONTEXT)]);
}
