import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Batcher } from '../../base/time/batcher.ts';
import type { Transactional } from '../../db/pool/database.ts';
import type { EndpointKey } from '../endpoint-key.ts';
import { deactivateFailing, deactivateGone } from '../endpoints/activation.ts';
import { LEASE_SECONDS } from './claim-statements.ts';
import { type CompletedAttempt, completeAttempts } from './complete.ts';

/** Results per statement. 250 and 1000 were no faster. */
const MAX_BATCH_SIZE = 500;
/** How long the first result waits for others. Nobody waits for it; its slot in the pool is free already. */
const MAX_BATCH_WAIT_MS = 20;
/** After a failure of the database, until the lease has run out. */
const RETRY_DELAY_MS = 250;
/** With this status an endpoint says that it's gone for good (RFC 9110, 15.5.11). */
export const GONE = 410;

interface PendingResult {
  readonly attempt: CompletedAttempt;
  readonly addedAtMs: number;
}

/** Writes results in batches. */
export class BatchCompleter {
  readonly #db: Transactional;
  readonly #monotonicMs: () => number;
  readonly #log: Logger;
  readonly #abandoned = new AbortController();
  readonly #batches = new Batcher<PendingResult, boolean>({
    run: (batch) => this.#write(batch),
    maxSize: MAX_BATCH_SIZE,
    waitMs: MAX_BATCH_WAIT_MS,
  });

  constructor(db: Transactional, monotonicMs: () => number, log: Logger) {
    this.#db = db;
    this.#monotonicMs = monotonicMs;
    this.#log = log;
  }

  /** Resolves when the result is written, or to false when the lease was lost and nothing was written. */
  complete(attempt: CompletedAttempt): Promise<boolean> {
    return this.#batches.add({ attempt, addedAtMs: this.#monotonicMs() });
  }

  /** Gives up what isn't written yet. Those leases will run out. */
  abandon(): void {
    this.#abandoned.abort();
  }

  /** Tries until each result is written or past its lease: then another worker has the delivery. */
  async #write(batch: readonly PendingResult[]): Promise<boolean[]> {
    const { signal } = this.#abandoned;
    let left = batch;
    while (left.length > 0 && !signal.aborted) {
      const attempts = left.map(({ attempt }) => attempt);
      try {
        const held = await this.#complete(attempts);
        return batch.map(({ attempt }) => held.has(attempt));
      } catch (error) {
        this.#log.warn({ err: error, results: left.length }, 'results could not be written; trying again');
      }
      const oldest = this.#monotonicMs() - LEASE_SECONDS * 1000;
      left = left.filter(({ addedAtMs }) => addedAtMs >= oldest);
      await wait(RETRY_DELAY_MS, undefined, { signal }).catch(() => {});
    }
    return batch.map(() => false);
  }

  async #complete(attempts: readonly CompletedAttempt[]): Promise<ReadonlySet<CompletedAttempt>> {
    const held = await completeAttempts(this.#db, attempts);
    const counted = attempts.filter((attempt) => !attempt.delivery.test && held.has(attempt));
    const endpointsOf = (matches: (result: CompletedAttempt['result']) => boolean) =>
      counted.filter(({ result }) => matches(result)).map(({ delivery }) => delivery.endpoint);
    const gone = endpointsOf(({ responseStatus }) => responseStatus === GONE);
    const failed = endpointsOf(({ status }) => status === 'FAILED');
    if (gone.length > 0)
      await this.#report(deactivateGone(this.#db, gone), 'an endpoint that responded 410 was deactivated');
    if (failed.length > 0)
      await this.#report(
        deactivateFailing(this.#db, failed),
        'an endpoint that failed for 5 days was deactivated',
      );
    return held;
  }

  /** If this fails, the endpoint's next delivery that ends so makes up for it. */
  async #report(deactivating: Promise<EndpointKey[]>, message: string): Promise<void> {
    const deactivated = await deactivating.catch((error: unknown) => {
      this.#log.warn({ err: error }, 'endpoints could not be deactivated');
      return [];
    });
    for (const { tenantId: tenant_id, id: endpoint_id } of deactivated)
      this.#log.warn({ tenant_id, endpoint_id }, message);
  }
}
