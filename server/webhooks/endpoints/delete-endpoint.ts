import type { Actor } from '../../accounts/audit/actor.ts';
import type { Transaction } from '../../db/querier.ts';
import { build, runQuery } from '../../db/sql/query-builder.ts';
import { auditEndpoint, type EndpointKey, endpointOf } from '../endpoint-key.ts';
import { type EndpointDetails, lockEndpoint } from './find-endpoints.ts';

/**
 * Deletes an endpoint: nothing more is sent to it, its secrets and headers are erased, and running recoveries stop. Its row stays for the
 * history of its deliveries, as long as that is kept (see retention.ts). What waits for it is dropped within seconds, see retention/drop-queued.ts: a backlog of a million
 * rows would otherwise keep this transaction open. Returns what it was, or undefined when there is no such endpoint.
 */
export async function deleteEndpoint(
  tx: Transaction,
  actor: Actor,
  key: EndpointKey,
): Promise<EndpointDetails | undefined> {
  const endpoint = await lockEndpoint(tx, key);
  if (endpoint === undefined) return undefined;
  await runQuery(
    tx,
    endpointOf(key).update({
      deleted_at: build.raw('statement_timestamp()'),
      active: false,
      secret: null,
      previous_secret: null,
      previous_secret_until: null,
      secret_unreadable_since: null,
      headers: null,
      header_names: [],
    }),
  );
  const running = { tenant_id: key.tenantId, registration_id: key.id, status: 'running' };
  await runQuery(tx, build('webhook_recoveries').where(running).update({ status: 'stopped' }));
  await auditEndpoint(tx, actor, 'endpoint.deleted', { ...key, url: endpoint.url });
  return endpoint;
}
