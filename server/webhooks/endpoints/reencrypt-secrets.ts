import type { Querier } from '../../db/querier.ts';
import { firstRow } from '../../db/resource-table.ts';
import type { SecretBox } from '../../secret-box.ts';
import type { EndpointKey } from './activation.ts';
import { secretContext } from './create-endpoint.ts';

/** Read at one time: some 100 kB. */
const ROWS_AT_ONCE = 500;

interface SealedRow extends EndpointKey {
  readonly secret: Buffer;
  readonly previousSecret: Buffer | null;
  /** The old secret no longer signs. */
  readonly expired: boolean;
}

const SELECT = `SELECT tenant_id AS "tenantId", id, secret, previous_secret AS "previousSecret",
  coalesce(previous_secret_until <= statement_timestamp(), false) AS expired FROM webhook_registrations`;

async function* sealedRows(db: Querier): AsyncGenerator<SealedRow> {
  const sql = `${SELECT} WHERE (tenant_id, id) > ($1, $2) ORDER BY tenant_id, id LIMIT ${ROWS_AT_ONCE}`;
  let rows = await db.query<SealedRow>(sql, [0, 0]);
  while (rows.length > 0) {
    yield* rows;
    const { tenantId, id } = rows.at(-1)!;
    rows = await db.query<SealedRow>(sql, [tenantId, id]);
  }
}

export type SecretCounts = Readonly<Record<'current' | 'previous' | 'unreadable', number>>;

/** How many webhook secrets each key opens. */
export async function countSecrets(db: Querier, box: SecretBox): Promise<SecretCounts> {
  const counts = { current: 0, previous: 0, unreadable: 0 };
  for await (const row of sealedRows(db)) counts[keyOf(box, row)] += 1;
  return counts;
}

/** The older of the keys that its secrets need. */
function keyOf(box: SecretBox, { tenantId, id, secret, previousSecret, expired }: SealedRow) {
  const context = secretContext(tenantId, id);
  const live = previousSecret === null || expired ? [secret] : [secret, previousSecret];
  const keys = live.map((sealed) => box.tryOpen(sealed, context)?.key);
  if (keys.includes(undefined)) return 'unreadable';
  return keys.includes('previous') ? 'previous' : 'current';
}

export interface Reencrypted {
  readonly webhooks: number;
  readonly reencrypted: number;
  /** Neither key opens them. They were left as they are. */
  readonly unreadable: number;
}

/**
 * Seals with the current key what the previous one sealed, row by row: it holds no locks beside a running service, and
 * after an interruption it finds what is left.
 */
export async function reencryptSecrets(db: Querier, box: SecretBox): Promise<Reencrypted> {
  const counts = { webhooks: 0, reencrypted: 0, unreadable: 0 };
  for await (const row of sealedRows(db)) {
    const result = await reencryptRow(db, box, row);
    counts.webhooks += 1;
    if (result !== 'current') counts[result] += 1;
  }
  return counts;
}

/** Reads the row again when its secret was rotated in between. */
async function reencryptRow(
  db: Querier,
  box: SecretBox,
  row: SealedRow,
): Promise<'current' | 'reencrypted' | 'unreadable'> {
  for (let found: SealedRow | undefined = row; found; found = await findRow(db, found)) {
    const secret = reseal(box, found, found.secret);
    const previous = found.previousSecret && !found.expired ? reseal(box, found, found.previousSecret) : null;
    const isChanged = secret !== found.secret || previous !== found.previousSecret;
    if (!isChanged || (await replace(db, found, secret, previous))) {
      if (keyOf(box, found) === 'unreadable') return 'unreadable';
      return isChanged ? 'reencrypted' : 'current';
    }
  }
  return 'current';
}

/** The same buffer when there is nothing to do, or nothing that can be done. */
function reseal(box: SecretBox, { tenantId, id }: EndpointKey, sealed: Buffer): Buffer {
  const context = secretContext(tenantId, id);
  const opened = box.tryOpen(sealed, context);
  return opened?.key === 'previous' ? box.seal(opened.text, context) : sealed;
}

const findRow = (db: Querier, { tenantId, id }: EndpointKey): Promise<SealedRow | undefined> =>
  firstRow<SealedRow>(db, `${SELECT} WHERE tenant_id = $1 AND id = $2`, [tenantId, id]);

/** Answers false when the row is no longer as it was read. */
async function replace(
  db: Querier,
  { tenantId, id, secret, previousSecret }: SealedRow,
  newSecret: Buffer,
  newPrevious: Buffer | null,
): Promise<boolean> {
  const row = await firstRow(
    db,
    `UPDATE webhook_registrations SET secret = $5, previous_secret = $6
     WHERE tenant_id = $1 AND id = $2 AND secret = $3 AND previous_secret IS NOT DISTINCT FROM $4 RETURNING id`,
    [tenantId, id, secret, previousSecret, newSecret, newPrevious],
  );
  return row !== undefined;
}
