import type { Querier } from '../../db/querier.ts';
import { build, runQuery } from '../../db/sql/query-builder.ts';
import type { AlertDetails } from './details.ts';
import type { AlertKind } from './kinds.ts';

export interface NewAlert {
  readonly tenantId: number;
  readonly kind: AlertKind;
  /** The endpoint's or the key's. */
  readonly subjectId: number;
  /** What staff know it by, without secrets. */
  readonly subjectName: string;
  readonly details: AlertDetails;
}

export interface OpenedAlert {
  readonly tenantId: number;
  readonly id: number;
  readonly kind: AlertKind;
  readonly subjectId: number;
}

/** Opens alerts and returns them, without those that are open already. */
export async function insertAlerts(db: Querier, alerts: readonly NewAlert[]): Promise<OpenedAlert[]> {
  if (alerts.length === 0) return [];
  const rows = alerts.map(({ tenantId, kind, subjectId, subjectName, details }) => ({
    tenant_id: tenantId,
    kind,
    subject_id: subjectId,
    subject_name: subjectName,
    details: JSON.stringify(details),
  }));
  const query = build('alerts')
    .insert(rows)
    .onConflict(build.raw('(tenant_id, kind, subject_id) WHERE closed_at IS NULL'))
    .ignore()
    .returning(['tenant_id as tenantId', 'id', 'kind', 'subject_id as subjectId']);
  return runQuery<OpenedAlert>(db, query);
}

/** The number of open alerts by kind, over all tenants. */
export function countOpenByKind(db: Querier): Promise<{ kind: AlertKind; count: number }[]> {
  const query = build('alerts')
    .whereNull('closed_at')
    .groupBy('kind')
    .select('kind', build.raw('count(*)::integer AS count'));
  return runQuery<{ kind: AlertKind; count: number }>(db, query);
}
