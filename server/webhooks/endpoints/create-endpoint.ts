import { type RandomInt, randomText } from '../../api-keys/key.ts';
import { eventKinds } from '../../contract.ts';
import type { Transaction } from '../../db/querier.ts';
import { firstRow } from '../../db/resource-table.ts';
import type { SecretBox } from '../../secret-box.ts';

/** The document's length. */
export const SECRET_LENGTH = 64;

/** What the secret of an endpoint is sealed with: it cannot be moved to another row. */
export const secretContext = (tenantId: number, id: number): string => `webhook secret ${tenantId}/${id}`;

/** Reads `all` or a list with commas. Answers the kinds, or the words that are none. */
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

/** Registers an address with a new secret of 64 letters and digits. */
export async function createEndpoint(
  tx: Transaction,
  endpoint: NewEndpoint,
  box: SecretBox,
  randomInt: RandomInt,
): Promise<{ id: number; secret: string }> {
  const { tenantId, url, description, events } = endpoint;
  const secret = randomText(SECRET_LENGTH, randomInt);
  const sql = "SELECT nextval(pg_get_serial_sequence('webhook_registrations', 'id')) AS id";
  const { id } = (await firstRow<{ id: number }>(tx, sql, []))!;
  await tx.query(
    `INSERT INTO webhook_registrations (tenant_id, id, url, description, events, secret) VALUES ($1, $2, $3, $4, $5, $6)`,
    [tenantId, id, url, description, events, box.seal(secret, secretContext(tenantId, id))],
  );
  return { id, secret };
}
