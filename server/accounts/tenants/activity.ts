import { PeriodicWriter } from '../../base/time/periodic-writer.ts';
import type { Querier } from '../../db/querier.ts';
import { statement } from '../../db/sql/statement.ts';

/** How old the numbers of another process may be. A row for each tenant that was active since. */
export const FLUSH_INTERVAL_MS = 10_000;
/** Rows of a tenant at most: one a minute. What was longer ago is in the metrics and the log. */
export const KEPT_HOURS = 3;

interface Activity {
  readonly tenantId: number;
  requests: number;
  refused: number;
  databaseMs: number;
}

// The minute is that of the write: processes have clocks of their own.
const add = statement(
  'add to the activity of tenants',
  `INSERT INTO rate_limit.activity AS a (tenant_id, minute, requests, refused, database_ms)
   SELECT tenant_id, date_trunc('minute', statement_timestamp()), requests, refused, database_ms
   FROM unnest(:tenant_ids::integer[], :requests::integer[], :refused::integer[], :databases_ms::integer[])
     AS u (tenant_id, requests, refused, database_ms)
   ORDER BY tenant_id
   ON CONFLICT (tenant_id, minute) DO UPDATE SET requests = a.requests + excluded.requests,
     refused = a.refused + excluded.refused, database_ms = a.database_ms + excluded.database_ms`,
);

/** Counts what tenants ask of this process, in memory, and adds it to the database every few seconds: `tradepost top` reads it. */
export class TenantActivity {
  readonly #tenants: PeriodicWriter<number, Activity>;

  constructor(db: Querier) {
    this.#tenants = new PeriodicWriter({
      write: async (all) =>
        void (await add(db, {
          tenant_ids: all.map(({ tenantId }) => tenantId),
          requests: all.map(({ requests }) => requests),
          refused: all.map(({ refused }) => refused),
          databases_ms: all.map(({ databaseMs }) => Math.round(databaseMs)),
        })),
      merge: (a, b) => ({
        tenantId: a.tenantId,
        requests: a.requests + b.requests,
        refused: a.refused + b.refused,
        databaseMs: a.databaseMs + b.databaseMs,
      }),
    });
  }

  /** A request with a key ended. */
  readonly requested = (tenantId: number, status: number): void => {
    const activity = this.#of(tenantId);
    activity.requests += 1;
    if (status >= 400) activity.refused += 1;
  };

  /** The tenant had a connection of the database for this long. */
  readonly usedDatabase = (tenantId: number, ms: number): void => {
    this.#of(tenantId).databaseMs += ms;
  };

  flush(): Promise<void> {
    return this.#tenants.flush();
  }

  #of(tenantId: number): Activity {
    return this.#tenants.entry(tenantId, () => ({ tenantId, requests: 0, refused: 0, databaseMs: 0 }));
  }
}

const DELETE = `DELETE FROM rate_limit.activity WHERE minute < statement_timestamp() - interval '${KEPT_HOURS} h'`;

export const deleteOldActivity = async (db: Querier): Promise<void> => void (await db.query(DELETE, []));
