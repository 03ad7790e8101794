import { fail } from './check-option.ts';
import type { Hmac, HmacKey } from './hmac.ts';
import { parse } from './read-event.ts';

/** Tradepost's secrets have 64 characters. Less than half of that is truncated or made up. */
const MIN_LENGTH = 32;
const PASS_A_LIST =
  'Pass a list of the 64 letters and digits that the panel shows, without quotes, whsec_ or line breaks.';
const ANY = 1; // in place of a tenant

/** Secrets of any tenant, or of each tenant by its `tenant_id`. */
export type WebhookSecrets = readonly string[] | Readonly<Record<number, readonly string[]>>;

/**
 * Checks the secrets. Returns the keys to verify a body with: a tenant's are found by what the body says, and then verify
 * that.
 */
export function readKeys(hmac: Hmac, secrets: WebhookSecrets): (bytes: Uint8Array) => readonly HmacKey[] {
  const byTenant =
    !Array.isArray(secrets) && Object.keys(secrets ?? '').length > 0 && typeof secrets === 'object';
  const keys = new Map<unknown, HmacKey[]>();
  for (const [tenantId, list] of Object.entries(byTenant ? secrets : { [ANY]: secrets })) {
    if (!/^[1-9]\d*$/.test(tenantId)) fail(`secrets has ${JSON.stringify(tenantId)}, which is no tenant.`);
    if (typeof list === 'string') fail(`secrets is a text. ${PASS_A_LIST}`);
    const texts: unknown[] = Array.isArray(list) && list.length > 0 ? list : [''];
    keys.set(
      Number(tenantId),
      texts.map((text) => hmac.key(checkSecret(text))),
    );
  }
  return (bytes) =>
    keys.get(byTenant ? (parse(bytes) as { tenant_id: unknown } | undefined)?.tenant_id : ANY) ?? [];
}

function checkSecret(secret: unknown): string {
  const problem = secretProblem(secret);
  if (problem) fail(`A secret ${problem}. ${PASS_A_LIST}`);
  return secret as string;
}

/**
 * What is wrong with a secret; undefined if nothing is. What was pasted along, such as a line break, would make it another key,
 * and each delivery would get a 401. Doesn't quote it: it may have a part of the secret, or be invisible.
 */
export function secretProblem(secret: unknown): string | undefined {
  const text = typeof secret === 'string' ? secret : '';
  const [other] = text.match(/[^A-Za-z0-9]/u) ?? [];
  if (other) return `has the character U+${other.codePointAt(0)!.toString(16).padStart(4, '0')}`;
  if (text.length >= MIN_LENGTH) return undefined;
  return secret ? `has under ${MIN_LENGTH} characters` : 'is missing';
}
