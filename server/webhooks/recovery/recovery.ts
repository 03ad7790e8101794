import type { Querier } from '../../db/querier.ts';
import { build, firstOf, runQuery } from '../../db/sql/query-builder.ts';
import type { EndpointKey } from '../endpoint-key.ts';

/** The sending of what failed or was missed in a range of time, in the order in which the events occurred. */
export interface Recovery {
  readonly id: number;
  readonly status: 'running' | 'done' | 'stopped';
  /** Counted before the recovery began; null if there were too many events to count. */
  readonly total: number | null;
  /** What has been put into the queue: failed deliveries, and missed events. */
  readonly resent: number;
  readonly missed: number;
  readonly from: string;
  readonly until: string;
  /** The time of the last event that was looked at; null before the first. */
  readonly reachedAt: string | null;
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
  reachedAt: build.raw('iso(at_time)'),
  createdAt: build.raw('iso(created_at)'),
};

/** On an endpoint's page. */
const MAX_RECENT = 10;

export const recoveriesOf = ({ tenantId, id }: EndpointKey) =>
  build('webhook_recoveries').where({ tenant_id: tenantId, registration_id: id });

export const findRecovery = (db: Querier, key: EndpointKey, id: number): Promise<Recovery | undefined> =>
  firstOf<Recovery>(db, recoveriesOf(key).where('id', id).select(PROGRESS));

/** The last recoveries of an endpoint, newest first. */
export const recentRecoveries = (db: Querier, key: EndpointKey): Promise<Recovery[]> =>
  runQuery<Recovery>(db, recoveriesOf(key).orderBy('id', 'desc').limit(MAX_RECENT).select(PROGRESS));
