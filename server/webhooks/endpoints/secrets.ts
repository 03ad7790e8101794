import { type RandomInt, randomText } from '../../accounts/api-keys/key.ts';
import type { Actor } from '../../accounts/audit/actor.ts';
import type { SecretBox } from '../../base/secrets/secret-box.ts';
import type { Transaction } from '../../db/querier.ts';
import { build, firstOf, runQuery } from '../../db/sql/query-builder.ts';
import { auditEndpoint, type EndpointKey, endpointOf } from '../endpoint-key.ts';

/** Letters and digits. The specification's length; as base64, which Standard Webhooks' libraries read, they are 48 bytes. */
const SECRET_LENGTH = 64;
/** How long the old secret signs beside the new one: a day to bring the new one to every receiver. */
export const ROTATION_OVERLAP_HOURS = 24;

export const newSecret = (randomInt: RandomInt): string => randomText(SECRET_LENGTH, randomInt);

/** Authenticated with the encrypted secret, so that it can't be moved to another row. */
export const secretContext = (tenantId: number, id: number): string => `webhook secret ${tenantId}/${id}`;

interface StoredSecret {
  readonly secret: Buffer;
  readonly url: string;
}

const lockSecret = (tx: Transaction, key: EndpointKey): Promise<StoredSecret | undefined> =>
  firstOf(tx, endpointOf(key).select('secret', 'url').forNoKeyUpdate());

export interface RotatedSecret {
  readonly secret: string;
  /** When the old secret stops signing, RFC 3339. Null when it can't be decrypted and so doesn't sign. */
  readonly previousUntil: string | null;
}

/**
 * Creates a new secret and returns it, or undefined when there is no such endpoint. For 24 h both secrets sign. An old one
 * that can't be decrypted doesn't, since it would stop every delivery.
 */
export async function rotateSecret(
  tx: Transaction,
  actor: Actor,
  key: EndpointKey,
  box: SecretBox,
  randomInt: RandomInt,
): Promise<RotatedSecret | undefined> {
  const old = await lockSecret(tx, key);
  if (old === undefined) return undefined;
  const context = secretContext(key.tenantId, key.id);
  const secret = newSecret(randomInt);
  const isReadable = box.tryOpen(old.secret, context) !== undefined;
  const change = {
    secret: box.seal(secret, context),
    secret_unreadable_since: null,
    previous_secret: isReadable ? old.secret : null,
    previous_secret_until: build.raw(`statement_timestamp() + interval '${ROTATION_OVERLAP_HOURS} h'`),
  };
  await runQuery(tx, endpointOf(key).update(change));
  const changed = endpointOf(key).select(build.raw('iso(previous_secret_until) AS until'));
  const { until } = (await firstOf<{ until: string }>(tx, changed))!;
  await auditEndpoint(tx, actor, 'secret.rotated', { ...key, url: old.url });
  return { secret, previousUntil: isReadable ? until : null };
}

/** Decrypts the secret for staff. Returns undefined when there is no such endpoint, `unreadable` when no key decrypts it. */
export async function revealSecret(
  tx: Transaction,
  actor: Actor,
  key: EndpointKey,
  box: SecretBox,
): Promise<{ readonly secret: string } | 'unreadable' | undefined> {
  const stored = await lockSecret(tx, key);
  if (stored === undefined) return undefined;
  const opened = box.tryOpen(stored.secret, secretContext(key.tenantId, key.id));
  if (opened === undefined) return 'unreadable';
  await auditEndpoint(tx, actor, 'secret.revealed', { ...key, url: stored.url });
  return { secret: opened.text };
}
