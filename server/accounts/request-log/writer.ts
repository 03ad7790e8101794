import type { ProblemCode } from '../../base/problems/api-problem.ts';
import { isDatabaseUnavailable } from '../../db/pool/unavailable.ts';
import type { Querier } from '../../db/querier.ts';
import { RefusalAllowance } from './allowance.ts';
import { type DroppedCount, insertRefusedRequests, type RowText, rowText } from './insert.ts';
import type { RefusedRequest } from './refused-request.ts';

/** Staff look for a request seconds after it failed. An idle process writes nothing. */
export const FLUSH_INTERVAL_MS = 1_000;
/** About 200 kB in one statement, which takes PostgreSQL some 10 ms. */
export const BATCH_ROWS = 500;
/** At most 10 MB, for while the database is away: a row has at most 1 kB, usually 400 bytes. */
export const MAX_WAITING = 10_000;
/** So that one tenant can't fill the memory that is meant for all. */
export const MAX_WAITING_PER_TENANT = 500;

interface WaitingRequest {
  readonly tenantId: number;
  /** Text: a name can be a slice of a query of 16 kB, which it would keep in memory. */
  readonly row: RowText;
  /** Monotonic, in ms. */
  readonly refusedAt: number;
}

/**
 * Collects refused requests and writes them in batches. What exceeds the allowance or the memory is dropped and counted.
 * While the database is away it keeps what fits, and nothing waits for it.
 */
export class RefusedRequestWriter {
  readonly #db: Querier;
  readonly #monotonicMs: () => number;
  readonly #onError: (error: unknown) => void;
  readonly #allowance = new RefusalAllowance();
  readonly #waiting: WaitingRequest[] = [];
  readonly #waitingByTenant = new Map<number, number>();
  #dropped = new Map<string, DroppedCount>();
  /** One flush at a time; it never rejects. */
  #lastFlush = Promise.resolve();
  /** Whether a full batch is left to a flush that is running or, after a failure, to the periodic one. */
  #leaveIt = false;

  constructor(db: Querier, monotonicMs: () => number, onError: (error: unknown) => void) {
    this.#db = db;
    this.#monotonicMs = monotonicMs;
    this.#onError = onError;
  }

  /** How many rows are in memory. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** `describe` is called only for a request that is kept, so a dropped one costs little. */
  record(tenantId: number, code: ProblemCode, describe: () => RefusedRequest): void {
    const refusedAt = this.#monotonicMs();
    if (this.#hasRoom(tenantId) && this.#allowance.take(tenantId, code, refusedAt))
      this.#keep(describe(), refusedAt);
    else this.#drop({ tenantId, code, count: 1 });
    if (this.#waiting.length >= BATCH_ROWS && !this.#leaveIt) this.flush().catch(this.#onError);
  }

  /** Writes everything recorded until now. If the database is unavailable, it's kept for the next flush. */
  flush(): Promise<void> {
    this.#leaveIt = true;
    const flush = this.#lastFlush.then(() => this.#writeAll());
    this.#lastFlush = flush.catch(() => {});
    return flush;
  }

  async #writeAll(): Promise<void> {
    this.#allowance.forgetUnused(this.#monotonicMs());
    // Once, and not in the loop: under a flood there is always something dropped.
    if (this.#dropped.size > 0 || this.#waiting.length > 0) await this.#writeBatch(this.#takeDropped());
    while (this.#waiting.length > 0) await this.#writeBatch([]);
    this.#leaveIt = false;
  }

  async #writeBatch(dropped: readonly DroppedCount[]): Promise<void> {
    const batch = this.#waiting.slice(0, BATCH_ROWS);
    const now = this.#monotonicMs();
    try {
      const rows = batch.map(({ row, refusedAt }) => ({ row, ageMs: now - refusedAt }));
      await insertRefusedRequests(this.#db, rows, dropped);
    } catch (error) {
      // A batch that PostgreSQL refuses would be refused again, and nothing after it would ever be written.
      if (!isDatabaseUnavailable(error)) this.#forget(batch);
      else for (const count of dropped) this.#drop(count);
      throw error;
    }
    this.#forget(batch);
  }

  /** Removes the first rows. Those recorded meanwhile stand behind them. */
  #forget(batch: readonly WaitingRequest[]): void {
    this.#waiting.splice(0, batch.length);
    for (const { tenantId } of batch) {
      const left = this.#waitingOf(tenantId) - 1;
      if (left > 0) this.#waitingByTenant.set(tenantId, left);
      else this.#waitingByTenant.delete(tenantId);
    }
  }

  #keep(request: RefusedRequest, refusedAt: number): void {
    const { tenantId } = request;
    this.#waiting.push({ tenantId, row: rowText(request), refusedAt });
    this.#waitingByTenant.set(tenantId, this.#waitingOf(tenantId) + 1);
  }

  #waitingOf(tenantId: number): number {
    return this.#waitingByTenant.get(tenantId) ?? 0;
  }

  #hasRoom(tenantId: number): boolean {
    return this.#waiting.length < MAX_WAITING && this.#waitingOf(tenantId) < MAX_WAITING_PER_TENANT;
  }

  #drop({ tenantId, code, count }: DroppedCount): void {
    const key = `${tenantId} ${code}`;
    this.#dropped.set(key, { tenantId, code, count: count + (this.#dropped.get(key)?.count ?? 0) });
  }

  #takeDropped(): DroppedCount[] {
    const dropped = [...this.#dropped.values()];
    this.#dropped = new Map();
    return dropped;
  }
}
