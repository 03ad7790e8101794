import { PeriodicWriter } from '../../base/time/periodic-writer.ts';
import type { Querier } from '../../db/querier.ts';
import { statement } from '../../db/sql/statement.ts';
import type { EndpointKey } from '../endpoint-key.ts';
import { addCounts, BUCKETS, bucketOf } from './duration-histogram.ts';

const HOUR_MS = 3_600_000;

/** How an attempt can end that this process saw end. Attempts that are lost with their worker aren't counted. */
export const OUTCOMES = ['accepted', 'refused', 'timeout', 'connection', 'address'] as const;
export type Outcome = (typeof OUTCOMES)[number];

interface HourCounts extends Record<Outcome, number> {
  readonly tenant_id: number;
  readonly registration_id: number;
  /** RFC 3339. */
  readonly hour: string;
  readonly durations: number[];
}

interface Attempt {
  readonly outcome: string;
  readonly durationMs: number;
}

const addHours = statement(
  'add to endpoint hours',
  // In order of the key: two workers that add to the same rows take their locks in one order.
  `INSERT INTO webhook_endpoint_hours AS h
     (tenant_id, registration_id, hour, accepted, refused, timeout, connection, address, durations)
   SELECT tenant_id, registration_id, hour, accepted, refused, timeout, connection, address, durations
   FROM json_to_recordset(:hours::json) AS added (tenant_id integer, registration_id integer, hour timestamptz,
     accepted integer, refused integer, timeout integer, connection integer, address integer, durations integer[])
   ORDER BY tenant_id, registration_id, hour
   ON CONFLICT (tenant_id, registration_id, hour) DO UPDATE SET
     accepted = h.accepted + excluded.accepted, refused = h.refused + excluded.refused,
     timeout = h.timeout + excluded.timeout, connection = h.connection + excluded.connection,
     address = h.address + excluded.address,
     durations = ARRAY(
       SELECT ours + theirs FROM unnest(h.durations, excluded.durations) WITH ORDINALITY AS both_of (ours, theirs, bucket)
       ORDER BY bucket
     )`,
);

/**
 * Counts attempts per endpoint and hour, except those of test events, in memory and adds them to the database every few
 * seconds. Sending doesn't wait for it, and it costs one row per endpoint and write instead of an index on millions of
 * attempts. A killed process loses the counts since its last write; the deliveries themselves are in the log.
 */
export class HealthRecorder {
  readonly #nowMs: () => number;
  readonly #hours: PeriodicWriter<string, HourCounts>;

  constructor(db: Querier, nowMs: () => number) {
    this.#nowMs = nowMs;
    this.#hours = new PeriodicWriter({
      write: async (hours) => void (await addHours(db, { hours: JSON.stringify(hours) })),
      merge: sum,
    });
  }

  record(endpoint: EndpointKey, { outcome, durationMs }: Attempt): void {
    const counts = this.#countsOf(endpoint);
    counts[outcome as Outcome] += 1;
    // Nobody responded, slowly or quickly, where there was no connection.
    if (outcome === 'connection' || outcome === 'address') return;
    const bucket = bucketOf(durationMs);
    counts.durations[bucket] = counts.durations[bucket]! + 1;
  }

  flush(): Promise<void> {
    return this.#hours.flush();
  }

  #countsOf({ tenantId, id }: EndpointKey): HourCounts {
    const startMs = Math.floor(this.#nowMs() / HOUR_MS) * HOUR_MS;
    return this.#hours.entry(`${tenantId}/${id}/${startMs}`, () => emptyHour(tenantId, id, startMs));
  }
}

const emptyHour = (tenant_id: number, registration_id: number, startMs: number): HourCounts => ({
  tenant_id,
  registration_id,
  hour: new Date(startMs).toISOString(),
  accepted: 0,
  refused: 0,
  timeout: 0,
  connection: 0,
  address: 0,
  durations: new Array<number>(BUCKETS).fill(0),
});

function sum(a: HourCounts, b: HourCounts): HourCounts {
  const outcomes = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, a[outcome] + b[outcome]]));
  const durations = addCounts(a.durations, b.durations);
  return { ...a, ...(outcomes as Record<Outcome, number>), durations };
}
