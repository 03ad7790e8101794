import type { Logger } from 'pino';
import type { Querier } from '../db/querier.ts';
import type { SecretBox } from '../secret-box.ts';
import { deliver, type Sender } from './deliver.ts';
import { type Claimed, claim, complete, type Outcome } from './deliveries.ts';
import { secretContext } from './registrations.ts';

/** How many deliveries one round sends side by side. */
const BATCH = 50;
/** How long an idle worker waits before it looks again. */
export const POLL_MS = 250;

/** Trying again would not help: a new secret has to be made, and the delivery sent again then. */
const UNREADABLE_SECRET: Outcome = {
  status: 'FAILED',
  outcome: 'unreadable_secret',
  responseStatus: null,
  responseBody: null,
  durationMs: 0,
  retryInMs: null,
};

export interface WorkerParts {
  readonly db: Querier;
  readonly box: SecretBox;
  readonly sender: Sender;
  readonly log: Logger;
}

/** Sends what is due. */
export class Worker {
  readonly #parts: WorkerParts;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<unknown> = Promise.resolve();
  #stopped = false;

  constructor(parts: WorkerParts) {
    this.#parts = parts;
  }

  /** One round: claims what is due, sends it and records what came of it. Answers how many were claimed. */
  async tick(): Promise<number> {
    const claimed = await claim(this.#parts.db, BATCH);
    await Promise.all(claimed.map((delivery) => this.#attempt(delivery)));
    return claimed.length;
  }

  start(): void {
    if (this.#stopped) return;
    this.#round = this.tick()
      .catch((error: unknown) => this.#failed(error))
      .then((count) => {
        if (!this.#stopped) this.#timer = setTimeout(() => this.start(), count === BATCH ? 0 : POLL_MS);
      });
  }

  /** Claims nothing more and waits for what is being sent. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#round;
  }

  async #attempt(claimed: Claimed): Promise<void> {
    const { db, sender, log } = this.#parts;
    const secret = this.#secretOf(claimed);
    const outcome = secret === undefined ? UNREADABLE_SECRET : await deliver(sender, claimed, secret);
    const held = await complete(db, claimed, outcome);
    const { tenantId: tenant_id, id: delivery_id, kind: event, attempt } = claimed;
    const { status, outcome: result, responseStatus: response_status, durationMs: duration_ms } = outcome;
    log.info(
      { tenant_id, delivery_id, event, attempt, status, result, response_status, duration_ms, held },
      'delivery attempt',
    );
  }

  /** Undefined when it was sealed under another TRADEPOST_SECRET_KEY: one such row must not stop the round. */
  #secretOf({ secret, tenantId, registrationId }: Claimed): string | undefined {
    try {
      return this.#parts.box.open(secret, secretContext(tenantId, registrationId));
    } catch {
      return undefined;
    }
  }

  #failed(error: unknown): number {
    this.#parts.log.error({ err: error }, 'the worker could not finish a round');
    return 0;
  }
}
