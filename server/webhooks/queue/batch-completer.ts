import type { Logger } from 'pino';
import type { Querier } from '../../db/querier.ts';
import { switchOffFailing } from '../endpoints/activation.ts';
import { LEASE_SECONDS } from './claim-statements.ts';
import { complete, type Result } from './complete.ts';

/** Written by one statement. Beyond some hundreds a larger batch is not faster. */
const MAX_BATCH = 500;
/** How long the first result waits for others. Nobody waits for it; the slot in the lane is free already. */
const LINGER_MS = 20;
/** After a failure of the database, until the lease has run out anyway. */
const RETRY_MS = 250;

interface Entry {
  readonly result: Result;
  readonly sinceMs: number;
  readonly done: (held: boolean) => void;
}

/** Writes results in batches. While one is written the next one grows. */
export class Recorder {
  readonly #db: Querier;
  readonly #monotonicMs: () => number;
  readonly #log: Logger;
  #entries: Entry[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing = false;

  constructor(db: Querier, monotonicMs: () => number, log: Logger) {
    this.#db = db;
    this.#monotonicMs = monotonicMs;
    this.#log = log;
  }

  /** Settles when the result is written. Answers false when the lease was lost and it was not. */
  record(result: Result): Promise<boolean> {
    return new Promise((done) => {
      this.#entries.push({ result, sinceMs: this.#monotonicMs(), done });
      if (this.#entries.length >= MAX_BATCH) void this.#write();
      else this.#timer ??= setTimeout(() => void this.#write(), LINGER_MS);
    });
  }

  /** Gives up what is not written. The leases will run out. */
  abandon(): void {
    clearTimeout(this.#timer);
    for (const { done } of this.#entries.splice(0)) done(false);
  }

  async #write(): Promise<void> {
    if (this.#writing) return;
    clearTimeout(this.#timer);
    this.#writing = true;
    const batch = this.#entries.splice(0, MAX_BATCH);
    const again = await this.#writeBatch(batch).then(
      () => [],
      (error: unknown) => this.#failed(batch, error),
    );
    this.#entries.unshift(...again);
    this.#writing = false;
    this.#timer = undefined;
    if (this.#entries.length > 0)
      this.#timer = setTimeout(() => void this.#write(), again.length > 0 ? RETRY_MS : this.#pauseMs());
  }

  #pauseMs(): number {
    if (this.#entries.length >= MAX_BATCH) return 0;
    return Math.max(0, this.#entries[0]!.sinceMs + LINGER_MS - this.#monotonicMs());
  }

  async #writeBatch(batch: readonly Entry[]): Promise<void> {
    const held = await complete(
      this.#db,
      batch.map(({ result }) => result),
    );
    const gaveUp = batch.filter(({ result }) => result.outcome.status === 'FAILED' && held.has(result));
    if (gaveUp.length > 0) await this.#switchOff(gaveUp);
    for (const { result, done } of batch) done(held.has(result));
  }

  /** What fails here is made good by the next delivery that is FAILED. */
  async #switchOff(gaveUp: readonly Entry[]): Promise<void> {
    const registrations = gaveUp.map(({ result }) => result.claimed.registration);
    const off = await switchOffFailing(this.#db, registrations).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'registrations that fail could not be switched off');
      return [];
    });
    for (const { tenantId: tenant_id, id: registration_id } of off)
      this.#log.warn(
        { tenant_id, registration_id },
        'a registration that failed for 5 days was switched off',
      );
  }

  /** Keeps what may still be written: after its lease another worker has it. */
  #failed(batch: readonly Entry[], error: unknown): Entry[] {
    this.#log.warn({ err: error, results: batch.length }, 'results could not be written yet');
    const oldest = this.#monotonicMs() - LEASE_SECONDS * 1000;
    for (const { sinceMs, done } of batch) if (sinceMs < oldest) done(false);
    return batch.filter(({ sinceMs }) => sinceMs >= oldest);
  }
}
