import { STORED_BYTES } from '../../accounts/stored-bytes.ts';
import type { Querier } from '../../db/querier.ts';
import { build, runQuery } from '../../db/sql/query-builder.ts';
import { heldSinceSql } from '../endpoint-key.ts';
import type { AlertDetails } from './details.ts';
import { type AlertKind, ENDPOINT_ALERTS, type Resolution } from './kinds.ts';

/** Times are RFC 3339. */
export interface Alert {
  readonly id: number;
  readonly kind: AlertKind;
  /** The endpoint's or the key's. */
  readonly subjectId: number;
  readonly subjectName: string;
  readonly details: AlertDetails;
  readonly openedAt: string;
  /** Since when an endpoint works again; its alert is about to be closed. */
  readonly recoveringSince: string | null;
  readonly closedAt: string | null;
  readonly resolution: Resolution | null;
  /** Whether the endpoint is active now. Null for keys and for an endpoint that was deleted. */
  readonly endpointActive: boolean | null;
  /** Since when an operator has held what is sent to the endpoint: until then nothing can get better or worse. */
  readonly heldSince: string | null;
}

interface AlertRow extends Omit<Alert, 'details'> {
  readonly details: string;
  /** Of an open alert about storage. */
  readonly usedBytes: number | null;
  readonly limitBytes: number | null;
}

const now = (sql: string): string => `CASE WHEN a.closed_at IS NULL AND ${sql} END`;

const alertsOf = (tenantId: number, kinds: readonly AlertKind[]) =>
  build('alerts as a')
    .leftJoin('webhook_registrations as r', (on) =>
      on
        .on('r.tenant_id', 'a.tenant_id')
        .andOn('r.id', 'a.subject_id')
        .andOnIn('a.kind', [...ENDPOINT_ALERTS]),
    )
    .where('a.tenant_id', tenantId)
    .whereIn('a.kind', [...kinds])
    .select({ id: 'a.id', kind: 'a.kind', details: 'a.details', resolution: 'a.resolution' })
    .select({ subjectId: 'a.subject_id', subjectName: 'a.subject_name', endpointActive: 'r.active' })
    .select(
      build.raw('iso(a.opened_at) AS "openedAt"'),
      build.raw('iso(a.recovering_since) AS "recoveringSince"'),
      build.raw('iso(a.closed_at) AS "closedAt"'),
      build.raw(`iso(${now(`r.active THEN ${heldSinceSql('r')}`)}) AS "heldSince"`),
      build.raw(`${now(`a.kind = 'storage_full' THEN ${STORED_BYTES('a.tenant_id')}`)} AS "usedBytes"`),
      build.raw(
        `${now(`a.kind = 'storage_full' THEN (SELECT stored_bytes_limit::float8 FROM tenants t WHERE t.tenant_id = a.tenant_id)`)} AS "limitBytes"`,
      ),
    );

/** What is stored is said as it is: the alert may have been opened when there was room for months. */
const toAlert = ({ usedBytes, limitBytes, ...row }: AlertRow): Alert => ({
  ...row,
  details: (usedBytes === null ? JSON.parse(row.details) : { usedBytes, limitBytes }) as AlertDetails,
});

/** More open alerts than anybody reads. */
const MAX_OPEN = 100;

export interface OpenAlerts {
  readonly count: number;
  /** The newest, at most 100. */
  readonly alerts: readonly Alert[];
}

export const NO_ALERTS: OpenAlerts = { count: 0, alerts: [] };

/** The open alerts of these kinds, the newest first. */
export async function openAlerts(
  db: Querier,
  tenantId: number,
  kinds: readonly AlertKind[],
): Promise<OpenAlerts> {
  if (kinds.length === 0) return NO_ALERTS;
  const query = alertsOf(tenantId, kinds)
    .whereNull('a.closed_at')
    .orderBy('a.id', 'desc')
    .limit(MAX_OPEN)
    .select(build.raw('(count(*) OVER ())::integer AS count'));
  const rows = await runQuery<AlertRow & { count: number }>(db, query);
  return { count: rows[0]?.count ?? 0, alerts: rows.map(toAlert) };
}

/** Where a page of closed alerts begins: after the last one of the page before. */
export interface HistoryCursor {
  readonly closedAt: string;
  readonly id: number;
}

/** Closed alerts of these kinds, the last closed first, at most `limit`. */
export async function closedAlerts(
  db: Querier,
  tenantId: number,
  kinds: readonly AlertKind[],
  { after, limit }: { readonly after: HistoryCursor | undefined; readonly limit: number },
): Promise<Alert[]> {
  const query = alertsOf(tenantId, kinds)
    .whereNotNull('a.closed_at')
    .orderBy([
      { column: 'a.closed_at', order: 'desc' },
      { column: 'a.id', order: 'desc' },
    ])
    .limit(limit);
  if (after)
    void query.whereRaw('(a.closed_at, a.id) < (?::timestamptz, ?::integer)', [after.closedAt, after.id]);
  return (await runQuery<AlertRow>(db, query)).map(toAlert);
}
