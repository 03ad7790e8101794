import type { RandomInt } from '../../api-keys/key.ts';
import { eventKinds } from '../../contract.ts';
import type { Transaction } from '../../db/querier.ts';
import { build, firstOf, runQuery } from '../../db/query-builder.ts';
import type { SecretBox } from '../../secret-box.ts';
import { newSecret, secretContext } from './secrets.ts';

/** Reads `all` or a comma-separated list. Returns the event kinds in it, and the words that are none. */
export function parseEvents(text: string): { events: string[]; unknown: string[] } {
  const words = text === 'all' ? [...eventKinds] : text.split(',').map((word) => word.trim());
  const known: readonly string[] = eventKinds;
  return {
    events: [...new Set(words.filter((word) => known.includes(word)))],
    unknown: words.filter((word) => !known.includes(word)),
  };
}

export interface NewEndpoint {
  readonly tenantId: number;
  readonly url: string;
  readonly description: string;
  readonly events: readonly string[];
}

/** Creates a webhook endpoint with a new secret. */
export async function createEndpoint(
  tx: Transaction,
  { tenantId, url, description, events }: NewEndpoint,
  box: SecretBox,
  randomInt: RandomInt,
): Promise<{ id: number; secret: string }> {
  // The id comes first: the secret is encrypted for it.
  const nextId = build.select(
    build.raw("nextval(pg_get_serial_sequence('webhook_registrations', 'id')) AS id"),
  );
  const { id } = (await firstOf<{ id: number }>(tx, nextId))!;
  const secret = newSecret(randomInt);
  const encrypted = box.seal(secret, secretContext(tenantId, id));
  const row = { tenant_id: tenantId, id, url, description, events, secret: encrypted };
  await runQuery(tx, build('webhook_registrations').insert(row));
  return { id, secret };
}
