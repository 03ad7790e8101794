import type { Knex } from 'knex';
import type { Querier } from '../../db/querier.ts';
import { build, runQuery } from '../../db/sql/query-builder.ts';
import { endpoints } from '../endpoint-key.ts';
import type { DeliveryFilter } from './delivery-filter.ts';

/** The endpoints of a tenant whose deliveries are held in the queue until they are activated. */
export async function inactiveEndpoints(db: Querier, tenant_id: number): Promise<number[]> {
  const rows = await runQuery<{ id: number }>(
    db,
    endpoints().where({ tenant_id, active: false }).select('id'),
  );
  return rows.map(({ id }) => id);
}

/** Any `limit` deliveries that a tenant has in the queue; only those that are held for these endpoints, if they're given. */
export function queueOf(tenant_id: number, limit: number, heldFor?: readonly number[]): Knex.QueryBuilder {
  if (heldFor === undefined)
    return build('webhook_queue').where({ tenant_id }).select('delivery_id').limit(limit);
  // Endpoint by endpoint, by the index of what is due. With IN, PostgreSQL may read the deliveries of the others as well.
  const ofOne = build('webhook_queue')
    .where({ tenant_id })
    .whereRaw('registration_id = held.id')
    .whereNull('lease_token')
    .orderBy('due_at')
    .limit(limit);
  return build
    .from(build.raw('unnest(?::integer[]) AS held (id)', [heldFor as number[]]))
    .crossJoin(build.raw('LATERAL ? AS queued', [ofOne]))
    .select('delivery_id')
    .limit(limit);
}

/** What the deliveries that wait in the queue depend on, when a list asks for them. */
export interface Waiting {
  readonly inactive: readonly number[];
  /** Few enough are queued, or held, to read them all. */
  readonly isShort: boolean;
}

/** The endpoints whose held deliveries are asked for. */
export const heldEndpoints = (
  inactive: readonly number[],
  endpointId: number | undefined,
): readonly number[] => (endpointId === undefined ? inactive : inactive.filter((id) => id === endpointId));

const NONE: Waiting = { inactive: [], isShort: false };

/** Reads nothing unless the filter asks for what waits. `most` is what a short queue has at most. */
export async function waitingFor(
  db: Querier,
  tenantId: number,
  { status, endpointId }: DeliveryFilter,
  most: number,
): Promise<Waiting> {
  if (status !== 'PENDING' && status !== 'RETRYING' && status !== 'HELD') return NONE;
  const inactive = await inactiveEndpoints(db, tenantId);
  if (status === 'RETRYING') return { inactive, isShort: false };
  const queued = queueOf(
    tenantId,
    most + 1,
    status === 'HELD' ? heldEndpoints(inactive, endpointId) : undefined,
  );
  return { inactive, isShort: (await runQuery(db, queued)).length <= most };
}

/** What waits for an endpoint is held exactly if the endpoint is inactive. */
export function isContradiction(
  { status, endpointId }: DeliveryFilter,
  { inactive }: Pick<Waiting, 'inactive'>,
): boolean {
  if (status === 'HELD')
    return inactive.length === 0 || (endpointId !== undefined && !inactive.includes(endpointId));
  return endpointId !== undefined && inactive.includes(endpointId);
}
