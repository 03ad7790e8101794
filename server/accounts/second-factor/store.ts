import { randomBytes } from 'node:crypto';
import type { SecretBox } from '../../base/secrets/secret-box.ts';
import type { Querier, Transaction } from '../../db/querier.ts';
import { build, firstOf, runQuery } from '../../db/sql/query-builder.ts';
import { newRecoveryCodes, recoveryHash } from './recovery-codes.ts';
import { KEY_BYTES, stepOfCode } from './rules/totp.ts';

/** Whose second factor it is: a row of this table by its key. The context is authenticated with the encrypted key. */
export interface FactorOwner {
  readonly table: string;
  readonly key: Readonly<Record<string, number>>;
  readonly context: string;
}

export interface SecondFactor {
  readonly confirmed: boolean;
  readonly recoveryCodesLeft: number;
}

interface StoredFactor {
  readonly secret: Buffer;
  readonly confirmed: boolean;
  readonly lastStep: number;
  readonly recoveryCodesLeft: number;
}

const rowOf = ({ table, key }: FactorOwner) => build(table).where(key);
const confirmedRow = (owner: FactorOwner) => rowOf(owner).whereNotNull('confirmed_at');

const find = (db: Querier, owner: FactorOwner): Promise<StoredFactor | undefined> =>
  firstOf(
    db,
    rowOf(owner)
      .select('secret')
      .select(
        build.raw('confirmed_at IS NOT NULL AS confirmed'),
        build.raw('last_step::double precision AS "lastStep"'),
        build.raw('cardinality(recovery_hashes) AS "recoveryCodesLeft"'),
      ),
  );

/** Undefined before anything was begun. */
export const findFactor = (db: Querier, owner: FactorOwner): Promise<SecondFactor | undefined> =>
  find(db, owner);

const keyOf = ({ secret }: StoredFactor, box: SecretBox, { context }: FactorOwner): Buffer | undefined => {
  const opened = box.tryOpen(secret, context);
  return opened && Buffer.from(opened.text, 'base64url');
};

/** Whoever loads the key's page again has it in the app already. Later, a key that waits may have been seen by somebody else. */
const KEY_STAYS = "interval '10 min'";

/**
 * Makes a key for an app, in place of an older one that was never confirmed. It counts once `confirmFactor` has seen a code of it.
 */
export async function beginFactor(tx: Transaction, box: SecretBox, owner: FactorOwner): Promise<void> {
  const secret = box.seal(randomBytes(KEY_BYTES).toString('base64url'), owner.context);
  const insert = build(owner.table).insert({
    ...owner.key,
    secret,
    begun_at: build.raw('statement_timestamp()'),
  });
  const columns = Object.keys(owner.key);
  const isOld = build.raw(`excluded.begun_at - ${owner.table}.begun_at > ${KEY_STAYS}`);
  await runQuery(
    tx,
    insert
      .onConflict(columns)
      .merge(['secret', 'begun_at'])
      .whereNull(`${owner.table}.confirmed_at`)
      .where(isOld),
  );
}

/** The key that waits for its first code. */
export async function pendingKey(
  db: Querier,
  box: SecretBox,
  owner: FactorOwner,
): Promise<Buffer | undefined> {
  const found = await find(db, owner);
  return found && !found.confirmed ? keyOf(found, box, owner) : undefined;
}

/** Returns the recovery codes, or undefined if the code isn't one of the waiting key's. */
export async function confirmFactor(
  tx: Transaction,
  box: SecretBox,
  owner: FactorOwner,
  code: string,
  nowMs: number,
): Promise<readonly string[] | undefined> {
  const key = await pendingKey(tx, box, owner);
  const step = key && stepOfCode(key, code, nowMs, 0);
  if (step === undefined) return undefined;
  const { codes, hashes } = newRecoveryCodes();
  const values = { confirmed_at: build.fn.now(), last_step: step, recovery_hashes: hashes };
  const update = rowOf(owner).whereNull('confirmed_at').update(values).returning('last_step');
  return (await firstOf(tx, update)) && codes;
}

/** Whether it's the app's code of now or a recovery code. Either works once, however many requests bring it. */
export async function takeCode(
  db: Querier,
  box: SecretBox,
  owner: FactorOwner,
  typed: string,
  nowMs: number,
): Promise<boolean> {
  const code = typed.replaceAll(/\s/g, '');
  const found = await find(db, owner);
  if (!found?.confirmed) return false;
  if (!/^\d{6}$/.test(code)) return takeRecoveryCode(db, owner, code);
  const key = keyOf(found, box, owner);
  const step = key && stepOfCode(key, code, nowMs, found.lastStep);
  if (step === undefined) return false;
  const update = confirmedRow(owner).where('last_step', '<', step).update({ last_step: step });
  return (await firstOf(db, update.returning('last_step'))) !== undefined;
}

async function takeRecoveryCode(db: Querier, owner: FactorOwner, code: string): Promise<boolean> {
  const hash = recoveryHash(code);
  const update = confirmedRow(owner)
    .whereRaw('? = ANY (recovery_hashes)', [hash])
    .update({ recovery_hashes: build.raw('array_remove(recovery_hashes, ?)', [hash]) });
  return (await firstOf(db, update.returning('last_step'))) !== undefined;
}

/** The old ones stop working. Undefined without a confirmed factor. */
export async function renewRecoveryCodes(
  tx: Transaction,
  owner: FactorOwner,
): Promise<readonly string[] | undefined> {
  const { codes, hashes } = newRecoveryCodes();
  const update = confirmedRow(owner).update({ recovery_hashes: hashes }).returning('last_step');
  return (await firstOf(tx, update)) && codes;
}

/** False if there was none that counted. */
export async function removeFactor(tx: Transaction, owner: FactorOwner): Promise<boolean> {
  const removed = rowOf(owner).delete().returning(build.raw('confirmed_at IS NOT NULL AS confirmed'));
  return (await firstOf<{ confirmed: boolean }>(tx, removed))?.confirmed ?? false;
}

/** Encrypts with the current key what the previous one encrypted. Returns how many rows were changed, and how many no key decrypts. */
export async function reencryptFactors(
  db: Querier,
  box: SecretBox,
  owners: readonly FactorOwner[],
): Promise<{ readonly reencrypted: number; readonly unreadable: number }> {
  const counts = { reencrypted: 0, unreadable: 0 };
  for (const owner of owners) {
    const { secret } = (await find(db, owner)) ?? {};
    const opened = secret && box.tryOpen(secret, owner.context);
    if (secret && !opened) counts.unreadable += 1;
    if (opened?.key !== 'previous') continue;
    const update = rowOf(owner)
      .where({ secret })
      .update({ secret: box.seal(opened.text, owner.context) });
    if (await firstOf(db, update.returning('last_step'))) counts.reencrypted += 1;
  }
  return counts;
}
