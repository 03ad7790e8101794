import type { Transaction } from '../../db/querier.ts';
import { build, firstOf, runQuery } from '../../db/sql/query-builder.ts';

/** A form left open overnight has to be opened again. Used tokens are kept for longer, so none is accepted twice. */
const FORM_LIFETIME_MS = 12 * 3_600_000;
const KEPT_HOURS = 24;
/** Tokens of a browser whose clock nobody knows come back as we made them; this only covers processes that disagree. */
const CLOCK_SKEW_MS = 60_000;
const TOKEN = /^([0-9a-z]{8,9})-[0-9a-z]{20}$/;
const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';

/**
 * A token for a form that creates something: a double click, or reloading the response, must not create it twice. It says when
 * the form was made, so that it needs no row before it's used. It protects nobody from an attacker; the check of the request's
 * origin does that.
 */
export function newFormToken(nowMs: number, randomInt: (max: number) => number): string {
  const random = Array.from({ length: 20 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${Math.trunc(nowMs).toString(36)}-${random}`;
}

export function isFreshFormToken(token: string, nowMs: number): boolean {
  const [, time] = TOKEN.exec(token) ?? [];
  if (time === undefined) return false;
  const ageMs = nowMs - Number.parseInt(time, 36);
  return ageMs >= -CLOCK_SKEW_MS && ageMs < FORM_LIFETIME_MS;
}

/** Takes the token within the transaction that creates something. False if it was used before: then nothing may be created. */
export async function useFormToken(tx: Transaction, tenantId: number, token: string): Promise<boolean> {
  const expired = build.raw(`now() - interval '${KEPT_HOURS} hours'`);
  await runQuery(
    tx,
    build('panel.used_form_tokens').where('tenant_id', tenantId).where('used_at', '<', expired).delete(),
  );
  const insert = build('panel.used_form_tokens').insert({ tenant_id: tenantId, token });
  return (await runQuery(tx, insert.onConflict().ignore().returning('token'))).length > 0;
}

/**
 * Creates something once for each form, however often the form is sent. `create` returns what to show, a path for instance, and
 * so does every later call with the token. If `create` returns undefined, nothing was created, and the form may be sent again.
 */
export async function createOnce(
  tx: Transaction,
  tenantId: number,
  token: string,
  create: () => Promise<string | undefined>,
): Promise<string | undefined> {
  const used = build('panel.used_form_tokens').where({ tenant_id: tenantId, token });
  if (!(await useFormToken(tx, tenantId, token)))
    return (await firstOf<{ result: string | null }>(tx, used.select('result')))?.result ?? undefined;
  const result = await create();
  await runQuery(tx, result === undefined ? used.delete() : used.update({ result }));
  return result;
}
