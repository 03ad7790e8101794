import type { Logger } from 'pino';
import type { Transactional } from '../../db/pool/database.ts';
import { deactivateFailing } from '../endpoints/activation.ts';
import { LEASE_SECONDS } from './claim-statements.ts';
import { type CompletedAttempt, completeAttempts } from './complete.ts';

/** Results per statement. 250 and 1000 were no faster. */
const MAX_BATCH_SIZE = 500;
/** How long the first result waits for others. Nobody waits for it; its slot in the pool is free already. */
const MAX_BATCH_WAIT_MS = 20;
/** After a failure of the database, until the lease has run out. */
const RETRY_DELAY_MS = 250;

interface PendingResult {
  readonly attempt: CompletedAttempt;
  readonly addedAtMs: number;
  readonly resolve: (wasHeld: boolean) => void;
}

/** Writes results in batches. While one batch is being written, the next one grows. */
export class BatchCompleter {
  readonly #db: Transactional;
  readonly #monotonicMs: () => number;
  readonly #log: Logger;
  #pending: PendingResult[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing = false;

  constructor(db: Transactional, monotonicMs: () => number, log: Logger) {
    this.#db = db;
    this.#monotonicMs = monotonicMs;
    this.#log = log;
  }

  /** Resolves when the result is written, or to false when the lease was lost and nothing was written. */
  complete(attempt: CompletedAttempt): Promise<boolean> {
    return new Promise((resolve) => {
      this.#pending.push({ attempt, addedAtMs: this.#monotonicMs(), resolve });
      if (this.#pending.length >= MAX_BATCH_SIZE) void this.#write();
      else this.#timer ??= setTimeout(() => void this.#write(), MAX_BATCH_WAIT_MS);
    });
  }

  /** Gives up what isn't written yet. Those leases will run out. */
  abandon(): void {
    clearTimeout(this.#timer);
    for (const { resolve } of this.#pending.splice(0)) resolve(false);
  }

  async #write(): Promise<void> {
    if (this.#writing) return;
    clearTimeout(this.#timer);
    this.#writing = true;
    const batch = this.#pending.splice(0, MAX_BATCH_SIZE);
    const toRetry = await this.#writeBatch(batch).then(
      () => [],
      (error: unknown) => this.#keepUnexpired(batch, error),
    );
    this.#pending.unshift(...toRetry);
    this.#writing = false;
    this.#timer = undefined;
    if (this.#pending.length > 0) {
      const delayMs = toRetry.length > 0 ? RETRY_DELAY_MS : this.#delayOfNextBatch();
      this.#timer = setTimeout(() => void this.#write(), delayMs);
    }
  }

  /** Counted from when its first result came, not from the end of the last write. */
  #delayOfNextBatch(): number {
    if (this.#pending.length >= MAX_BATCH_SIZE) return 0;
    return Math.max(0, this.#pending[0]!.addedAtMs + MAX_BATCH_WAIT_MS - this.#monotonicMs());
  }

  async #writeBatch(batch: readonly PendingResult[]): Promise<void> {
    const attempts = batch.map(({ attempt }) => attempt);
    const held = await completeAttempts(this.#db, attempts);
    const failed = attempts.filter(
      (attempt) => attempt.result.status === 'FAILED' && !attempt.delivery.test && held.has(attempt),
    );
    if (failed.length > 0) await this.#deactivateFailing(failed);
    for (const { attempt, resolve } of batch) resolve(held.has(attempt));
  }

  /** If this fails, the endpoint's next delivery that is FAILED makes up for it. */
  async #deactivateFailing(failed: readonly CompletedAttempt[]): Promise<void> {
    const endpoints = failed.map(({ delivery }) => delivery.endpoint);
    const deactivated = await deactivateFailing(this.#db, endpoints).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'failing endpoints could not be deactivated');
      return [];
    });
    for (const { tenantId: tenant_id, id: endpoint_id } of deactivated)
      this.#log.warn({ tenant_id, endpoint_id }, 'an endpoint that failed for 5 days was deactivated');
  }

  /** The results that may still be written. Past its lease, another worker has the delivery. */
  #keepUnexpired(batch: readonly PendingResult[], error: unknown): PendingResult[] {
    this.#log.warn({ err: error, results: batch.length }, 'results could not be written; trying again');
    const oldest = this.#monotonicMs() - LEASE_SECONDS * 1000;
    for (const { addedAtMs, resolve } of batch) if (addedAtMs < oldest) resolve(false);
    return batch.filter(({ addedAtMs }) => addedAtMs >= oldest);
  }
}
