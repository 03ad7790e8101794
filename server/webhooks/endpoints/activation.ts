import { type RandomInt, randomText } from '../../api-keys/key.ts';
import { type Querier, statement, type Transaction } from '../../db/querier.ts';
import { firstRow } from '../../db/resource-table.ts';
import type { SecretBox } from '../../secret-box.ts';
import { SECRET_LENGTH, secretContext } from './create-endpoint.ts';

/** How long the old secret signs beside the new one: a day to bring the new one to every receiver. */
const ROTATION_OVERLAP_HOURS = 24;
/** An address that has answered nothing but failures for so long is not waited for any more. */
const MAX_FAILING_DAYS = 5;

/**
 * Activates or deactivates an endpoint. While it is inactive nothing is sent; what waits goes on afterwards, and what
 * happens meanwhile can be recovered. Answers false when there is none.
 */
export async function setActive(
  db: Querier,
  tenantId: number,
  id: number,
  active: boolean,
): Promise<boolean> {
  const row = await firstRow(
    db,
    `UPDATE webhook_registrations SET active = $3, failing_since = CASE WHEN $3 THEN NULL ELSE failing_since END,
       inactive_reason = CASE WHEN $3 THEN NULL ELSE 'staff' END,
       inactive_since = CASE WHEN $3 THEN NULL ELSE coalesce(inactive_since, statement_timestamp()) END
     WHERE tenant_id = $1 AND id = $2 RETURNING pg_notify('webhook_deliveries', $1::text)`,
    [tenantId, id, active],
  );
  return row !== undefined;
}

const deactivateFailingStatement = statement(
  'endpoints switch off',
  `UPDATE webhook_registrations r SET active = false, inactive_reason = 'failing', inactive_since = statement_timestamp()
   FROM unnest($1::integer[], $2::integer[]) AS gave_up (tenant_id, id)
   WHERE r.tenant_id = gave_up.tenant_id AND r.id = gave_up.id AND r.active
     AND r.failing_since < statement_timestamp() - interval '${MAX_FAILING_DAYS} days'
   RETURNING r.tenant_id AS "tenantId", r.id`,
);

export interface EndpointKey {
  readonly tenantId: number;
  readonly id: number;
}

/**
 * Of endpoints with a delivery that has just FAILED, switches off those that have had no success for 5 days. A
 * delivery has to use up all its attempts: one that is sent once a week is not switched off by its next first failure.
 */
export function deactivateFailing(db: Querier, endpoints: readonly EndpointKey[]): Promise<EndpointKey[]> {
  const column = (name: keyof EndpointKey) => endpoints.map((each) => each[name]);
  return db.query<EndpointKey>(deactivateFailingStatement, [column('tenantId'), column('id')]);
}

/**
 * Makes a new secret. For 24 h both sign; an old one that cannot be read any more does not, since it would fail each
 * delivery beside the new one. Answers the new one, or undefined when there is no such endpoint.
 */
export async function rotateSecret(
  tx: Transaction,
  { tenantId, id }: EndpointKey,
  box: SecretBox,
  randomInt: RandomInt,
): Promise<string | undefined> {
  const lock = 'SELECT secret FROM webhook_registrations WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE';
  const old = await firstRow<{ secret: Buffer }>(tx, lock, [tenantId, id]);
  if (old === undefined) return undefined;
  const context = secretContext(tenantId, id);
  const secret = randomText(SECRET_LENGTH, randomInt);
  const previous = box.tryOpen(old.secret, context) ? old.secret : null;
  await tx.query(
    `UPDATE webhook_registrations SET secret = $3, secret_unreadable_since = NULL, previous_secret = $4,
       previous_secret_until = statement_timestamp() + interval '${ROTATION_OVERLAP_HOURS} h'
     WHERE tenant_id = $1 AND id = $2`,
    [tenantId, id, box.seal(secret, context), previous],
  );
  return secret;
}

/** The tenant of an endpoint, for an operator who knows its id alone. */
export async function findEndpointTenant(db: Querier, id: number): Promise<number | undefined> {
  const sql = 'SELECT tenant_id AS "tenantId" FROM webhook_registrations WHERE id = $1';
  return (await firstRow<{ tenantId: number }>(db, sql, [id]))?.tenantId;
}
