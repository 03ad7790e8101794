import { Batcher } from '../../base/time/batcher.ts';
import type { Querier } from '../../db/querier.ts';
import { statement } from '../../db/sql/statement.ts';
import { type RateLimitResult, resultOf, type WindowResult } from './sliding-window.ts';

const takeRequests = statement(
  'take requests of the rate limit',
  `SELECT taken, used, wait_ms::integer AS "waitMs" FROM rate_limit.take(
     :tenantId::integer, :points::integer, :limit::integer, :clockMs::bigint
   )`,
);

/** The windows in PostgreSQL, shared by all processes. */
export class PostgresWindows {
  readonly #db: Querier;
  readonly #clockMs: (() => number) | undefined;
  readonly #batchers = new Map<string, Batcher<void, RateLimitResult>>();

  constructor(db: Querier, clockMs?: () => number) {
    this.#db = db;
    this.#clockMs = clockMs;
  }

  /**
   * Runs one counting statement per tenant and limit at a time. Requests that arrive meanwhile are counted together by the next one.
   * Each statement locks the tenant's row, so parallel ones would only wait for each other, each holding a connection.
   */
  take(tenantId: number, limit: number): Promise<RateLimitResult> {
    const key = `${tenantId} ${limit}`;
    const batcher = this.#batchers.get(key) ?? this.#open(key, tenantId, limit);
    return batcher.add();
  }

  #open(key: string, tenantId: number, limit: number): Batcher<void, RateLimitResult> {
    const batcher = new Batcher<void, RateLimitResult>({
      run: ({ length }) => this.#takeSeveral(tenantId, length, limit),
      onIdle: () => this.#batchers.delete(key),
    });
    this.#batchers.set(key, batcher);
    return batcher;
  }

  async #takeSeveral(tenantId: number, points: number, limit: number): Promise<RateLimitResult[]> {
    const clockMs = this.#clockMs?.() ?? null;
    const [row] = await takeRequests<WindowResult>(this.#db, { tenantId, points, limit, clockMs });
    return Array.from({ length: points }, (_, index) => resultOf(row!, limit, index + 1));
  }
}

/** Windows that nobody has used for two minutes are empty; this keeps their table small. */
export async function deleteEmptyWindows(db: Querier): Promise<void> {
  await db.query(
    'DELETE FROM rate_limit.minutes WHERE at_ms[cardinality(at_ms)] < extract(epoch FROM now()) * 1000 - 120000',
    [],
  );
}
