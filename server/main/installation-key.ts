import type { SecretBox } from '../base/secrets/secret-box.ts';
import type { Querier } from '../db/querier.ts';
import { build, firstOf, runQuery } from '../db/sql/query-builder.ts';

const TEXT = 'tradepost';
const CONTEXT = 'secret key check';

/** Whether the box has the installation's key. Undefined if none is recorded yet. */
export async function isInstallationKey(db: Querier, box: SecretBox): Promise<boolean | undefined> {
  const query = build('installation').select({ sealed: 'secret_key_check' });
  const row = await firstOf<{ sealed: Buffer }>(db, query);
  return row && box.tryOpen(row.sealed, CONTEXT) !== undefined;
}

const insertKeyCheck = (box: SecretBox) =>
  build('installation').insert({ secret_key_check: box.seal(TEXT, CONTEXT) });

/** If processes with different keys start at the same time, the first one to record its key wins. */
export async function recordInstallationKey(db: Querier, box: SecretBox): Promise<void> {
  await runQuery(db, insertKeyCheck(box).onConflict().ignore());
}

export async function replaceInstallationKey(db: Querier, box: SecretBox): Promise<void> {
  await runQuery(db, insertKeyCheck(box).onConflict('only_row').merge());
}
