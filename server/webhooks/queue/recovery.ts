import type { Actor } from '../../audit/actor.ts';
import { recordAudit } from '../../audit/store.ts';
import type { Transactional } from '../../db/database.ts';
import type { Querier, Transaction } from '../../db/querier.ts';
import { build, firstOf, runQuery } from '../../db/query-builder.ts';
import { type EndpointKey, endpointOf } from '../endpoints/endpoint-key.ts';

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
  readonly from: string;
  readonly until: string;
  readonly createdAt: string;
}

const PROGRESS = {
  id: 'id',
  status: 'status',
  total: 'total',
  resent: 'resent',
  missed: 'missed',
  from: build.raw('iso(occurred_from)'),
  until: build.raw('iso(occurred_until)'),
  createdAt: build.raw('iso(created_at)'),
};

/** On an endpoint's page. */
const MAX_RECENT = 10;

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
  db: Transactional,
  actor: Actor,
  key: EndpointKey,
  range: TimeRange,
): Promise<Recovery | undefined> {
  // Counted before the lock: it may take seconds, and results of deliveries would wait for it.
  const { failed, missed } = await countRecoverable(db, key, range);
  return db.transaction(async (tx) => {
    const endpoint = await firstOf<{ url: string }>(
      tx,
      endpointOf(key).where('active', true).select('url').forNoKeyUpdate(),
    );
    if (endpoint === undefined) return undefined;
    const running = await firstOf(tx, recoveriesOf(key).where('status', 'running').select('id'));
    if (running !== undefined) return undefined;
    const recovery = await insertRecovery(tx, key, range, failed + missed);
    const details = { from: recovery.from, until: recovery.until, failed, missed };
    await record(tx, actor, 'recovery.started', key, recovery.id, endpoint.url, details);
    return recovery;
  });
}

async function insertRecovery(
  tx: Transaction,
  { tenantId: tenant_id, id: registration_id }: EndpointKey,
  { from: occurred_from, until: occurred_until }: TimeRange,
  total: number,
): Promise<Recovery> {
  const row = { tenant_id, registration_id, occurred_from, occurred_until, total };
  // knex's returning() takes no aliases.
  const { id } = (await firstOf<{ id: number }>(
    tx,
    build('webhook_recoveries').insert(row).returning('id'),
  ))!;
  return (await findRecovery(tx, { tenantId: tenant_id, id: registration_id }, id))!;
}

function record(
  tx: Transaction,
  actor: Actor,
  action: 'recovery.started' | 'recovery.stopped',
  { tenantId }: EndpointKey,
  id: number,
  name: string,
  details = {},
): Promise<void> {
  return recordAudit(tx, { tenantId, actor, action, target: { type: 'recovery', id, name }, details });
}

export const findRecovery = (db: Querier, key: EndpointKey, id: number): Promise<Recovery | undefined> =>
  firstOf<Recovery>(db, recoveriesOf(key).where('id', id).select(PROGRESS));

/** The last recoveries of an endpoint, newest first. */
export const recentRecoveries = (db: Querier, key: EndpointKey): Promise<Recovery[]> =>
  runQuery<Recovery>(db, recoveriesOf(key).orderBy('id', 'desc').limit(MAX_RECENT).select(PROGRESS));

/** Stops a recovery. What it has already put into the queue is sent. */
export const stopRecovery = (db: Transactional, actor: Actor, key: EndpointKey, id: number): Promise<void> =>
  db.transaction(async (tx) => {
    const running = recoveriesOf(key).where({ id, status: 'running' });
    const stopped = await firstOf(tx, running.update({ status: 'stopped' }).returning('id'));
    if (stopped === undefined) return;
    const endpoint = await firstOf<{ url: string }>(tx, endpointOf(key).select('url'));
    await record(tx, actor, 'recovery.stopped', key, id, endpoint?.url ?? '');
  });
