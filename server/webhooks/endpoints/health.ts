import type { Querier } from '../../db/querier.ts';
import { build, runQuery } from '../../db/sql/query-builder.ts';
import { addCounts, BUCKETS, quantile } from './duration-histogram.ts';
import { OUTCOMES, type Outcome } from './health-recorder.ts';

const HOUR_MS = 3_600_000;
export const HEALTH_HOURS = 24;
/** How late the counts may be. They're written every 5 s; after a failed write they wait for the next ones. */
export const MAX_HEALTH_DELAY_MS = 30_000;
/** A day and some, since the pages show no more. */
const KEPT_HOURS = 48;

/** The attempts of one hour by their outcome. */
export interface HealthHour extends Readonly<Record<Outcome, number>> {
  /** When the hour begins, RFC 3339. */
  readonly hour: string;
}

/** An endpoint's attempts in the current hour and the 23 before, without those of test events. */
export interface EndpointHealth {
  /** One for each hour, also where nothing was sent, oldest first. */
  readonly hours: readonly HealthHour[];
  readonly attempts: number;
  readonly accepted: number;
  /** Quantiles of what took a response or a time-out, in ms and up to 5 % off; undefined when there was none. */
  readonly p50Ms: number | undefined;
  readonly p95Ms: number | undefined;
}

interface HourRow extends HealthHour {
  readonly endpointId: number;
  readonly durations: readonly number[];
}

/** The health of some endpoints of a tenant by their ids. Reads at most 24 rows for each, by the primary key. */
export async function healthOf(
  db: Querier,
  tenantId: number,
  endpointIds: readonly number[],
  nowMs: number,
): Promise<ReadonlyMap<number, EndpointHealth>> {
  const firstMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS - (HEALTH_HOURS - 1) * HOUR_MS;
  const rows = await runQuery<HourRow>(db, hoursSince(tenantId, endpointIds, firstMs));
  return new Map(
    endpointIds.map((id) => [
      id,
      summarize(
        rows.filter(({ endpointId }) => endpointId === id),
        firstMs,
      ),
    ]),
  );
}

const hoursSince = (tenantId: number, endpointIds: readonly number[], firstMs: number) =>
  build('webhook_endpoint_hours')
    .where('tenant_id', tenantId)
    .whereIn('registration_id', endpointIds)
    .where('hour', '>=', new Date(firstMs).toISOString())
    .select('registration_id as endpointId', build.raw('iso(hour) AS hour'), ...OUTCOMES, 'durations');

function summarize(rows: readonly HourRow[], firstMs: number): EndpointHealth {
  const hours = Array.from({ length: HEALTH_HOURS }, (_, n) => {
    const hour = new Date(firstMs + n * HOUR_MS).toISOString();
    return rows.find((row) => row.hour === hour) ?? { hour, ...NOTHING };
  });
  const attempts = OUTCOMES.reduce((sum, outcome) => sum + total(rows, outcome), 0);
  const durations = durationsOf(rows);
  const [p50Ms, p95Ms] = [quantile(durations, 0.5), quantile(durations, 0.95)];
  return { hours, attempts, accepted: total(rows, 'accepted'), p50Ms, p95Ms };
}

const total = <O extends Outcome>(rows: readonly Record<O, number>[], outcome: O): number =>
  rows.reduce((sum, row) => sum + row[outcome], 0);

const durationsOf = (rows: readonly Pick<HourRow, 'durations'>[]): readonly number[] =>
  rows.reduce((sum, row) => addCounts(sum, row.durations), EMPTY);

/** What all endpoints of a tenant responded in the last 24 hours, except to test events. Reads 24 rows for each, however much was sent. */
export async function tenantHealth(
  db: Querier,
  tenant_id: number,
): Promise<Pick<EndpointHealth, 'accepted' | 'p95Ms'>> {
  const hours = await runQuery<Pick<HourRow, 'accepted' | 'durations'>>(
    db,
    build('webhook_endpoint_hours')
      .where({ tenant_id })
      .whereRaw(`hour > statement_timestamp() - interval '${HEALTH_HOURS} h'`)
      .select('accepted', 'durations'),
  );
  return { accepted: total(hours, 'accepted'), p95Ms: quantile(durationsOf(hours), 0.95) };
}

const NOTHING = { accepted: 0, refused: 0, timeout: 0, connection: 0, address: 0 };
const EMPTY: readonly number[] = new Array<number>(BUCKETS).fill(0);

/** Deletes hours that no page shows anymore. */
export async function deleteOldHealth(db: Querier): Promise<void> {
  const old = build('webhook_endpoint_hours').whereRaw(
    `hour < statement_timestamp() - interval '${KEPT_HOURS} h'`,
  );
  await runQuery(db, old.delete());
}
