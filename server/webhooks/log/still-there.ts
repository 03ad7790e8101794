import type { Querier } from '../../db/querier.ts';
import { build, runQuery } from '../../db/sql/query-builder.ts';

/** Of these deliveries of a tenant, those that still exist, with the ids of their events. */
export async function eventsOfDeliveries(
  db: Querier,
  tenant_id: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const existing = build('webhook_deliveries')
    .where({ tenant_id })
    .whereIn('id', ids)
    .select('id', 'event_id');
  const rows = await runQuery<{ id: string; event_id: string }>(db, existing);
  return new Map(rows.map(({ id, event_id }) => [id, event_id]));
}

/** Of these recoveries of a tenant, those whose endpoint still exists, with its id. */
export async function endpointsOfRecoveries(
  db: Querier,
  tenant_id: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map();
  const existing = build('webhook_recoveries as c')
    .join('webhook_registrations as r', { 'r.tenant_id': 'c.tenant_id', 'r.id': 'c.registration_id' })
    .where('c.tenant_id', tenant_id)
    .whereNull('r.deleted_at')
    .whereIn('c.id', ids)
    .select({ id: 'c.id', endpointId: 'r.id' });
  const rows = await runQuery<{ id: number; endpointId: number }>(db, existing);
  return new Map(rows.map(({ id, endpointId }) => [id, endpointId]));
}
