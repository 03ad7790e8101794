import type { Logger } from 'pino';
import type { Querier } from '../../db/querier.ts';
import { deactivateFailing } from '../endpoints/activation.ts';
import { LEASE_SECONDS } from './claim-statements.ts';
import { type CompletedAttempt, completeAttempts } from './complete.ts';

/** Written by one statement. Beyond some hundreds a larger batch is not faster. */
const MAX_BATCH_SIZE = 500;
/** How long the first result waits for others. Nobody waits for it; the slot in the lane is free already. */
const MAX_BATCH_WAIT_MS = 20;
/** After a failure of the database, until the lease has run out anyway. */
const RETRY_MS = 250;

interface PendingResult {
  readonly result: CompletedAttempt;
  readonly addedAtMs: number;
  readonly done: (held: boolean) => void;
}

/** Writes results in batches. While one is written the next one grows. */
export class BatchCompleter {
  readonly #db: Querier;
  readonly #monotonicMs: () => number;
  readonly #log: Logger;
  #pending: PendingResult[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing = false;

  constructor(db: Querier, monotonicMs: () => number, log: Logger) {
    this.#db = db;
    this.#monotonicMs = monotonicMs;
    this.#log = log;
  }

  /** Settles when the result is written. Answers false when the lease was lost and it was not. */
  record(result: CompletedAttempt): Promise<boolean> {
    return new Promise((done) => {
      this.#pending.push({ result, addedAtMs: this.#monotonicMs(), done });
      if (this.#pending.length >= MAX_BATCH_SIZE) void this.#write();
      else this.#timer ??= setTimeout(() => void this.#write(), MAX_BATCH_WAIT_MS);
    });
  }

  /** Gives up what is not written. The leases will run out. */
  abandon(): void {
    clearTimeout(this.#timer);
    for (const { done } of this.#pending.splice(0)) done(false);
  }

  async #write(): Promise<void> {
    if (this.#writing) return;
    clearTimeout(this.#timer);
    this.#writing = true;
    const batch = this.#pending.splice(0, MAX_BATCH_SIZE);
    const again = await this.#writeBatch(batch).then(
      () => [],
      (error: unknown) => this.#retryLater(batch, error),
    );
    this.#pending.unshift(...again);
    this.#writing = false;
    this.#timer = undefined;
    if (this.#pending.length > 0)
      this.#timer = setTimeout(() => void this.#write(), again.length > 0 ? RETRY_MS : this.#pauseMs());
  }

  #pauseMs(): number {
    if (this.#pending.length >= MAX_BATCH_SIZE) return 0;
    return Math.max(0, this.#pending[0]!.addedAtMs + MAX_BATCH_WAIT_MS - this.#monotonicMs());
  }

  async #writeBatch(batch: readonly PendingResult[]): Promise<void> {
    const held = await completeAttempts(
      this.#db,
      batch.map(({ result }) => result),
    );
    const failed = batch.filter(({ result }) => result.result.status === 'FAILED' && held.has(result));
    if (failed.length > 0) await this.#deactivateFailing(failed);
    for (const { result, done } of batch) done(held.has(result));
  }

  /** What fails here is made good by the next delivery that is FAILED. */
  async #deactivateFailing(failed: readonly PendingResult[]): Promise<void> {
    const endpoints = failed.map(({ result }) => result.delivery.endpoint);
    const off = await deactivateFailing(this.#db, endpoints).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'endpoints that fail could not be switched off');
      return [];
    });
    for (const { tenantId: tenant_id, id: registration_id } of off)
      this.#log.warn({ tenant_id, registration_id }, 'an endpoint that failed for 5 days was switched off');
  }

  /** Keeps what may still be written: after its lease another worker has it. */
  #retryLater(batch: readonly PendingResult[], error: unknown): PendingResult[] {
    this.#log.warn({ err: error, results: batch.length }, 'results could not be written yet');
    const oldest = this.#monotonicMs() - LEASE_SECONDS * 1000;
    for (const { addedAtMs, done } of batch) if (addedAtMs < oldest) done(false);
    return batch.filter(({ addedAtMs }) => addedAtMs >= oldest);
  }
}
