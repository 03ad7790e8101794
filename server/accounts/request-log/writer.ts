import type { ProblemCode } from '../../base/problems/api-problem.ts';
import { PeriodicWriter } from '../../base/time/periodic-writer.ts';
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
  #waiting = 0;
  readonly #waitingByTenant = new Map<number, number>();
  readonly #rows: PeriodicWriter<string, WaitingRequest>;
  readonly #dropped: PeriodicWriter<string, DroppedCount>;
  /** Whether a full batch is left to a flush that is running or, after a failure, to the periodic one. */
  #leaveIt = false;

  constructor(db: Querier, monotonicMs: () => number, onError: (error: unknown) => void) {
    this.#db = db;
    this.#monotonicMs = monotonicMs;
    this.#onError = onError;
    // A batch that PostgreSQL refuses would be refused again, and nothing after it would ever be written.
    const isKept = isDatabaseUnavailable;
    this.#rows = new PeriodicWriter({
      write: (batch) => this.#write(batch),
      merge: (unwritten) => unwritten,
      maxPerWrite: BATCH_ROWS,
      isKept,
    });
    this.#dropped = new PeriodicWriter({
      write: (counts) => insertRefusedRequests(db, [], counts),
      merge: (unwritten, { count }) => ({ ...unwritten, count: unwritten.count + count }),
      isKept,
    });
  }

  /** How many rows are in memory. */
  get waiting(): number {
    return this.#waiting;
  }

  /** `describe` is called only for a request that is kept, so a dropped one costs little. */
  record(tenantId: number, code: ProblemCode, describe: () => RefusedRequest): void {
    const refusedAt = this.#monotonicMs();
    if (this.#hasRoom(tenantId) && this.#allowance.take(tenantId, code, refusedAt))
      this.#keep(describe(), refusedAt);
    else this.#dropped.entry(`${tenantId} ${code}`, () => ({ tenantId, code, count: 0 })).count += 1;
    if (this.#waiting >= BATCH_ROWS && !this.#leaveIt) this.flush().catch(this.#onError);
  }

  /** Writes everything recorded until now. If the database is unavailable, it's kept for the next flush. */
  async flush(): Promise<void> {
    this.#leaveIt = true;
    this.#allowance.forgetUnused(this.#monotonicMs());
    await this.#rows.flush();
    await this.#dropped.flush();
    this.#leaveIt = false;
  }

  async #write(batch: readonly WaitingRequest[]): Promise<void> {
    const now = this.#monotonicMs();
    const rows = batch.map(({ row, refusedAt }) => ({ row, ageMs: now - refusedAt }));
    try {
      await insertRefusedRequests(this.#db, rows, []);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) this.#release(batch);
      throw error;
    }
    this.#release(batch);
  }

  #keep(request: RefusedRequest, refusedAt: number): void {
    const { tenantId, requestId } = request;
    this.#rows.entry(requestId, () => {
      this.#waiting += 1;
      this.#waitingByTenant.set(tenantId, this.#waitingOf(tenantId) + 1);
      return { tenantId, row: rowText(request), refusedAt };
    });
  }

  #release(batch: readonly WaitingRequest[]): void {
    this.#waiting -= batch.length;
    for (const { tenantId } of batch) {
      const left = this.#waitingOf(tenantId) - 1;
      if (left > 0) this.#waitingByTenant.set(tenantId, left);
      else this.#waitingByTenant.delete(tenantId);
    }
  }

  #waitingOf(tenantId: number): number {
    return this.#waitingByTenant.get(tenantId) ?? 0;
  }

  #hasRoom(tenantId: number): boolean {
    return this.#waiting < MAX_WAITING && this.#waitingOf(tenantId) < MAX_WAITING_PER_TENANT;
  }
}
