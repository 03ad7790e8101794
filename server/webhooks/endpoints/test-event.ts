import { type EventKind, sampleEvents } from '../../contract.ts';
import type { Querier } from '../../db/querier.ts';
import { firstRow } from '../../db/resource-table.ts';
import type { EndpointKey } from './activation.ts';

/**
 * Sends the contract's example of a kind to one endpoint, whether or not it subscribes to it, through the queue like
 * any event. The envelope says `"test": true`, under the signature; it is no part of the feed. Answers its event_id, or
 * undefined when there is no such endpoint, it is inactive, or its tenant has no webhooks.
 */
export async function sendTestEvent(
  db: Querier,
  { tenantId, id }: EndpointKey,
  kind: EventKind,
): Promise<string | undefined> {
  const { data } = sampleEvents.find(({ event_type }) => event_type === kind)!;
  const row = await firstRow<{ event_id: string }>(
    db,
    `SELECT emit_test_event(tenant_id, id, $3, $4) AS event_id
     FROM webhook_registrations JOIN tenants USING (tenant_id)
     WHERE tenant_id = $1 AND id = $2 AND active AND webhooks_enabled`,
    [tenantId, id, kind, JSON.stringify(data)],
  );
  return row?.event_id;
}
