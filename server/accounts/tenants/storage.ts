import { ApiProblem } from '../../base/problems/api-problem.ts';
import { PeriodicWriter } from '../../base/time/periodic-writer.ts';
import type { Querier } from '../../db/querier.ts';
import { build, firstOf } from '../../db/sql/query-builder.ts';
import { statement } from '../../db/sql/statement.ts';
import { STORED_BYTES } from '../stored-bytes.ts';

/** How long what a process has written isn't known to the others. At a batch of 1 MB a second that is some 50 MB. */
export const FLUSH_INTERVAL_MS = 10_000;
/** Of the limit: staff are warned, with months left at a usual pace. */
export const WARNED_PERCENT = 80;

interface Added {
  readonly tenantId: number;
  /** What stays until it's deleted. */
  rows: number;
  /** What goes with its month: events, deliveries and attempts. */
  log: number;
}

const add = statement(
  'add to stored bytes',
  `INSERT INTO stored_bytes AS s (tenant_id, log_partition, bytes)
   SELECT u.tenant_id, part.suffix, part.bytes
   FROM unnest(:tenant_ids::integer[], :rows::bigint[], :logs::bigint[]) AS u (tenant_id, of_rows, of_log)
   CROSS JOIN LATERAL (VALUES ('', of_rows), (coalesce((SELECT suffix FROM log_partitions
     WHERE coalesce(from_hour, 0) <= log_hour(statement_timestamp()) ORDER BY until_hour DESC LIMIT 1), ''), of_log)) part (suffix, bytes)
   WHERE part.bytes > 0
   ORDER BY 1, 2
   ON CONFLICT (tenant_id, log_partition) DO UPDATE SET bytes = s.bytes + excluded.bytes`,
);

/** Sums what requests add, in memory, and writes it every few seconds. It estimates: a recount puts it right. */
export class StorageMeter {
  readonly #added: PeriodicWriter<number, Added>;

  constructor(db: Querier) {
    this.#added = new PeriodicWriter({
      write: async (all) =>
        void (await add(db, {
          tenant_ids: all.map(({ tenantId }) => tenantId),
          rows: all.map(({ rows }) => Math.round(rows)),
          logs: all.map(({ log }) => Math.round(log)),
        })),
      merge: (a, b) => ({ tenantId: a.tenantId, rows: a.rows + b.rows, log: a.log + b.log }),
    });
  }

  add(tenantId: number, { rows, log }: Pick<Added, 'rows' | 'log'>): void {
    const added = this.#of(tenantId);
    added.rows += rows;
    added.log += log;
  }

  /** What isn't written yet. */
  pendingOf(tenantId: number): number {
    const { rows, log } = this.#of(tenantId);
    return rows + log;
  }

  flush(): Promise<void> {
    return this.#added.flush();
  }

  #of(tenantId: number): Added {
    return this.#added.entry(tenantId, () => ({ tenantId, rows: 0, log: 0 }));
  }
}

/** Refuses what would add rows, once the tenant has as much as it may. */
export function requireRoom(
  { storedBytes, storedBytesLimit }: { readonly storedBytes: number; readonly storedBytesLimit: number },
  pending = 0,
): void {
  if (storedBytes + pending < storedBytesLimit) return;
  throw new ApiProblem(
    'storage_full',
    `The tenant's data have ${inGb(storedBytes + pending)} GB, and its plan includes ${inGb(storedBytesLimit)} GB.`,
  );
}

export const inGb = (bytes: number): string => (bytes / 1e9).toFixed(bytes < 1e9 ? 3 : bytes < 1e10 ? 2 : 0);

/** 100 TB: beyond one PostgreSQL, so it's a slip. */
export const MAX_STORAGE_GB = 100_000;

/** The bytes of "0.5" or "0,5", with up to three decimals. Undefined for what isn't a size that a tenant may have. */
export function parseGb(text: string): number | undefined {
  const megabytes = /^\d{1,6}([.,]\d{1,3})?$/.test(text)
    ? Math.round(Number(text.replace(',', '.')) * 1e3)
    : 0;
  return megabytes > 0 && megabytes <= MAX_STORAGE_GB * 1e3 ? megabytes * 1e6 : undefined;
}

export interface Storage {
  readonly usedBytes: number;
  readonly limitBytes: number;
}

export const storageOf = async (db: Querier, tenantId: number): Promise<Storage> =>
  (await firstOf<Storage>(
    db,
    build('tenants as t')
      .where('t.tenant_id', tenantId)
      .select(build.raw(`${STORED_BYTES('t.tenant_id')} AS "usedBytes"`))
      .select(build.raw('stored_bytes_limit::float8 AS "limitBytes"')),
  ))!;

const findFullest = statement(
  'find the fullest tenants',
  `SELECT t.tenant_id AS "tenantId", (sum(s.bytes) / t.stored_bytes_limit)::float8 AS ratio
   FROM stored_bytes s JOIN tenants t ON t.tenant_id = s.tenant_id
   GROUP BY t.tenant_id, t.stored_bytes_limit ORDER BY 2 DESC LIMIT 10`,
);

/** For /metrics. */
export const fullestTenants = (db: Querier): Promise<{ tenantId: number; ratio: number }[]> =>
  findFullest(db, {});
