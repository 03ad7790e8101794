import { type RandomInt, randomText } from '../../api-keys/key.ts';
import type { Transaction } from '../../db/querier.ts';
import { build, firstOf, runQuery } from '../../db/query-builder.ts';
import type { SecretBox } from '../../secret-box.ts';
import type { EndpointKey } from './endpoint-key.ts';

/** Letters and digits. The specification's length; as base64, which Standard Webhooks' libraries read, they are 48 bytes. */
const SECRET_LENGTH = 64;
/** How long the old secret signs beside the new one: a day to bring the new one to every receiver. */
export const ROTATION_OVERLAP_HOURS = 24;

export const newSecret = (randomInt: RandomInt): string => randomText(SECRET_LENGTH, randomInt);

/** Authenticated with the encrypted secret, so that it can't be moved to another row. */
export const secretContext = (tenantId: number, id: number): string => `webhook secret ${tenantId}/${id}`;

/**
 * Creates a new secret and returns it, or undefined when there is no such endpoint. For 24 h both secrets sign. An old one
 * that can't be decrypted doesn't, since it would stop every delivery.
 */
export async function rotateSecret(
  tx: Transaction,
  { tenantId, id }: EndpointKey,
  box: SecretBox,
  randomInt: RandomInt,
): Promise<string | undefined> {
  const endpoint = () => build('webhook_registrations').where({ tenant_id: tenantId, id });
  const old = await firstOf<{ secret: Buffer }>(tx, endpoint().select('secret').forNoKeyUpdate());
  if (old === undefined) return undefined;
  const context = secretContext(tenantId, id);
  const secret = newSecret(randomInt);
  await runQuery(
    tx,
    endpoint().update({
      secret: box.seal(secret, context),
      secret_unreadable_since: null,
      previous_secret: box.tryOpen(old.secret, context) ? old.secret : null,
      previous_secret_until: build.raw(`statement_timestamp() + interval '${ROTATION_OVERLAP_HOURS} h'`),
    }),
  );
  return secret;
}
