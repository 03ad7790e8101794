import { type ClaimRound, claimNext, claimOf } from './claim.ts';
import { Courier, type CourierParts } from './courier.ts';
import { sweep } from './lease.ts';

/** How long an idle worker waits before it looks again: for retries that come due, and for what it did not hear of. */
export const POLL_MS = 500;
/** Leases run out 15 s after a kill; with this, nothing hangs for more than 20 s. */
const SWEEP_EVERY_MS = 1_000;
/** Stopping takes the 10 s of an exchange and the writing of its result, and leaves 2 s of 15 to the rest. */
const STOP_WITHIN_MS = 13_000;
/** Of tenants that were heard of, so many are looked up in one claim. */
const NAMED_AT_ONCE = 256;

/** Claims what is due, in turn, and has it sent. */
export class Worker {
  readonly #parts: CourierParts;
  readonly #courier: Courier;
  readonly #heard = new Set<number>();
  /** The last tenant whose turn it was. */
  #upTo = 0;
  #sweptAt = Number.NEGATIVE_INFINITY;
  #stopped = false;
  #awake = false;
  #wake: () => void = () => undefined;
  #loop: Promise<void> = Promise.resolve();

  constructor(parts: CourierParts) {
    this.#parts = parts;
    this.#courier = new Courier(parts, () => this.#rouse());
  }

  /** One round: ends leases that ran out, claims what is due, sends it and records it. Answers how many were claimed. */
  async tick(): Promise<number> {
    this.#sweptAt = Number.NEGATIVE_INFINITY;
    let count = 0;
    do count += (await this.#claim()).claimed.length;
    while (this.#upTo > 0 || this.#heard.size > 0);
    await this.#courier.settled();
    return count;
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** Says that a tenant has new deliveries, or that it is time to look for what was missed. */
  hear(tenantId?: number): void {
    if (tenantId !== undefined) this.#heard.add(tenantId);
    this.#rouse();
  }

  /** Claims nothing more, gives back what is not on the way, and waits for what is. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#rouse();
    await this.#loop;
    await this.#courier.close(STOP_WITHIN_MS);
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      const more = await this.#round();
      if (!more) await this.#sleep();
    }
  }

  /** Answers whether there may be more at once. A failure waits for the next look. */
  async #round(): Promise<boolean> {
    try {
      const { claimed, upTo } = await this.#claim();
      return claimed.length > 0 || upTo > 0;
    } catch (error) {
      this.#parts.log.error({ err: error }, 'the worker could not claim');
      return false;
    }
  }

  async #sleep(): Promise<void> {
    if (!this.#awake && !this.#stopped)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, POLL_MS);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    this.#awake = false;
  }

  #rouse(): void {
    this.#awake = true;
    this.#wake();
  }

  async #claim(): Promise<ClaimRound> {
    await this.#sweep();
    const { db, metrics, reached } = this.#parts;
    const room = this.#courier.room();
    if (room === undefined) return { claimed: [], upTo: 0 };
    const named = this.#takeHeard();
    const round = named.length > 0 ? await claimOf(db, named, room) : await claimNext(db, this.#upTo, room);
    if (named.length === 0) this.#upTo = round.upTo;
    reached?.('claimed');
    metrics?.claimed(round.claimed.length);
    this.#courier.take(round.claimed);
    return round;
  }

  #takeHeard(): number[] {
    const named = [...this.#heard].slice(0, NAMED_AT_ONCE);
    for (const tenantId of named) this.#heard.delete(tenantId);
    return named;
  }

  async #sweep(): Promise<void> {
    const { db, sender, log, reached } = this.#parts;
    const now = sender.monotonicMs();
    if (now - this.#sweptAt < SWEEP_EVERY_MS) return;
    this.#sweptAt = now;
    const count = await sweep(db, sender.schedule.maxAttempts);
    if (count > 0) log.warn({ count }, 'deliveries whose worker was lost are taken up again');
    reached?.('swept');
  }
}
