import type { RandomInt } from '../../accounts/api-keys/key.ts';
import type { Actor } from '../../accounts/audit/actor.ts';
import type { SecretBox } from '../../base/secrets/secret-box.ts';
import type { Transaction } from '../../db/querier.ts';
import { build, firstOf, runQuery } from '../../db/sql/query-builder.ts';
import { auditEndpoint, endpoints } from '../endpoint-key.ts';
import { heldSince } from './delivery-holds.ts';
import { sealHeaders } from './headers.ts';
import type { HeaderChange } from './rules/custom-headers.ts';
import { newSecret, secretContext } from './secrets.ts';

/**
 * Each change writes a delivery and a queue row for each subscribed endpoint in its own transaction, so whoever places an order
 * pays for them: 0.1 ms with one endpoint, 2.4 ms with 50. Stripe allows 16.
 */
export const MAX_ENDPOINTS_PER_TENANT = 50;

export interface NewEndpoint {
  readonly tenantId: number;
  readonly url: string;
  readonly description: string;
  readonly events: readonly string[];
  /** True if left out. */
  readonly active?: boolean;
  readonly headers?: HeaderChange;
}

/** Creates a webhook endpoint with a new secret. Returns undefined when the tenant has as many as it may. */
export async function createEndpoint(
  tx: Transaction,
  actor: Actor,
  { tenantId, url, description, events, active = true, headers = {} }: NewEndpoint,
  box: SecretBox,
  randomInt: RandomInt,
): Promise<{ id: number; secret: string } | undefined> {
  if (!(await hasRoom(tx, tenantId))) return undefined;
  // The id comes first: the secret is encrypted for it.
  const nextId = build.select(build.raw("nextval('webhook_registrations_id_seq') AS id"));
  const { id } = (await firstOf<{ id: number }>(tx, nextId))!;
  const secret = newSecret(randomInt);
  const encrypted = box.seal(secret, secretContext(tenantId, id));
  const held = await heldSince(tx, url);
  const row = { tenant_id: tenantId, id, url, description, events, active, secret: encrypted, ...held };
  const sealed = sealHeaders(box, { tenantId, id }, headers);
  await runQuery(
    tx,
    build('webhook_registrations').insert({ ...row, ...sealed, ...(!active && switchedOff) }),
  );
  const details = { description, events, active, ...(sealed.headers && { headers: sealed.header_names }) };
  await auditEndpoint(tx, actor, 'endpoint.created', { tenantId, id, url }, details);
  return { id, secret };
}

const switchedOff = { inactive_reason: 'staff', inactive_since: build.raw('statement_timestamp()') };

/** Locks the tenant, or two at the same time would both take the last place. Orders and events don't wait for this lock. */
async function hasRoom(tx: Transaction, tenantId: number): Promise<boolean> {
  await runQuery(tx, build('tenants').where('tenant_id', tenantId).select('tenant_id').forNoKeyUpdate());
  const counted = endpoints().where('tenant_id', tenantId).count({ count: '*' });
  return (await firstOf<{ count: number }>(tx, counted))!.count < MAX_ENDPOINTS_PER_TENANT;
}
