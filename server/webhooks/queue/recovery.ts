import type { Database } from '../../db/database.ts';
import type { Querier } from '../../db/querier.ts';
import { build, firstOf, runQuery } from '../../db/query-builder.ts';
import type { EndpointKey } from '../endpoints/endpoint-key.ts';

/** Events that occurred from `from` (inclusive) until `until` (exclusive), RFC 3339. */
export interface TimeRange {
  readonly from: string;
  readonly until: string;
}

export interface Recoverable {
  /** Deliveries that have used up their attempts. */
  readonly failed: number;
  /** Events of the kinds now subscribed to without a delivery: the endpoint was inactive or didn't exist yet. */
  readonly missed: number;
}

export interface Recovery {
  readonly id: number;
  readonly status: 'running' | 'done' | 'stopped';
  /** Counted when the recovery began. */
  readonly total: number;
  /** Of `total`, what has been put into the queue: failed deliveries, and missed events. */
  readonly resent: number;
  readonly missed: number;
}

const PROGRESS = ['id', 'status', 'total', 'resent', 'missed'];

const recoveriesOf = ({ tenantId, id }: EndpointKey) =>
  build('webhook_recoveries').where({ tenant_id: tenantId, registration_id: id });

/** Counts what a recovery over this range would send. */
export async function countRecoverable(
  db: Querier,
  { tenantId, id }: EndpointKey,
  { from, until }: TimeRange,
): Promise<Recoverable> {
  const counts = await firstOf<Recoverable>(
    db,
    build('webhook_registrations as r')
      .join('events as e', 'e.tenant_id', 'r.tenant_id')
      .leftJoin('webhook_deliveries as d', {
        'd.tenant_id': 'e.tenant_id',
        'd.event_id': 'e.event_id',
        'd.registration_id': 'r.id',
      })
      .where({ 'r.tenant_id': tenantId, 'r.id': id, 'e.test': false })
      .whereRaw('e.kind = ANY (r.events)')
      .where('e.occurred_at', '>=', from)
      .where('e.occurred_at', '<', until)
      .select(
        build.raw("count(*) FILTER (WHERE d.status = 'FAILED') AS failed"),
        build.raw('count(*) FILTER (WHERE d.id IS NULL) AS missed'),
      ),
  );
  return counts!;
}

/** Begins a recovery. Returns undefined when the endpoint is inactive or already has a running recovery. */
export async function startRecovery(
  db: Database,
  key: EndpointKey,
  range: TimeRange,
): Promise<Recovery | undefined> {
  // Counted before the lock: it may take seconds, and results of deliveries would wait for it.
  const { failed, missed } = await countRecoverable(db, key, range);
  return db.transaction(async (tx) => {
    const endpoint = { tenant_id: key.tenantId, id: key.id, active: true };
    const locked = await firstOf(
      tx,
      build('webhook_registrations').where(endpoint).select('id').forNoKeyUpdate(),
    );
    if (locked === undefined) return undefined;
    const running = await firstOf(tx, recoveriesOf(key).where('status', 'running').select('id'));
    if (running !== undefined) return undefined;
    return firstOf<Recovery>(
      tx,
      build('webhook_recoveries')
        .insert({
          tenant_id: key.tenantId,
          registration_id: key.id,
          occurred_from: range.from,
          occurred_until: range.until,
          total: failed + missed,
        })
        .returning(PROGRESS),
    );
  });
}

export const findRecovery = (db: Querier, key: EndpointKey, id: number): Promise<Recovery | undefined> =>
  firstOf<Recovery>(db, recoveriesOf(key).where('id', id).select(PROGRESS));

/** Stops a recovery. What it has already put into the queue is sent. */
export async function stopRecovery(db: Querier, key: EndpointKey, id: number): Promise<void> {
  await runQuery(db, recoveriesOf(key).where({ id, status: 'running' }).update({ status: 'stopped' }));
}
