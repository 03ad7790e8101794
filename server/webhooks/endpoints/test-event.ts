import { type EventKind, sampleEvents } from '../../contract.ts';
import type { Querier } from '../../db/querier.ts';
import { build, firstOf } from '../../db/query-builder.ts';
import type { EndpointKey } from './endpoint-key.ts';

/**
 * Sends the contract's example of an event kind to one endpoint through the queue, whether or not it subscribes to the kind.
 * The envelope, which is signed, says `"test": true`; the event isn't part of the feed. Returns its event_id, or undefined
 * when there is no such endpoint, it's inactive, or its tenant has no webhooks.
 */
export async function sendTestEvent(
  db: Querier,
  { tenantId, id }: EndpointKey,
  kind: EventKind,
): Promise<string | undefined> {
  const { data } = sampleEvents.find(({ event_type }) => event_type === kind)!;
  const emitted = build('webhook_registrations')
    .join('tenants', 'tenants.tenant_id', 'webhook_registrations.tenant_id')
    .where({ 'webhook_registrations.tenant_id': tenantId, id, active: true, webhooks_enabled: true })
    .select(
      build.raw('emit_test_event(tenants.tenant_id, id, ?, ?) AS event_id', [kind, JSON.stringify(data)]),
    );
  return (await firstOf<{ event_id: string }>(db, emitted))?.event_id;
}
