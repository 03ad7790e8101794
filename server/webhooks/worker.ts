import { type ClaimRound, claimNext, claimOf, type Room } from './queue/claim.ts';
import { sweep } from './queue/lease.ts';
import { Courier, type CourierParts } from './send/delivery-dispatcher.ts';

/** How long an idle worker waits before it looks again: for retries that come due, and for what it did not hear of. */
const POLL_MS = 500;
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
  /** Tenants that have new deliveries. They need not wait for their turn. */
  readonly #heard = new Set<number>();
  /** The last tenant whose turn it was. */
  #upTo = 0;
  #turnIsDue = true;
  #turnedAt = Number.NEGATIVE_INFINITY;
  #sweptAt = Number.NEGATIVE_INFINITY;
  #stopped = false;
  #wake: () => void = () => undefined;
  #loop: Promise<void> = Promise.resolve();

  constructor(parts: CourierParts) {
    this.#parts = parts;
    this.#courier = new Courier(parts, () => this.hear());
  }

  /** One round: ends leases that ran out, claims what is due, sends it and records it. Answers how many were claimed. */
  async tick(): Promise<number> {
    this.#sweptAt = Number.NEGATIVE_INFINITY;
    await this.#sweep();
    let count = await this.#claimHeard();
    do count += await this.#claimInTurn();
    while (this.#upTo > 0);
    await this.#courier.settled();
    return count;
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** Says that a tenant has new deliveries, or that there may be some of anyone. */
  hear(tenantId?: number): void {
    if (tenantId === undefined) this.#turnIsDue = true;
    else this.#heard.add(tenantId);
    this.#wake();
  }

  /** Claims nothing more, gives back what is not on the way, and waits for what is. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake();
    // Side by side: a claim on a silent database takes 10 s to fail.
    await Promise.all([this.#loop, this.#courier.close(STOP_WITHIN_MS)]);
    await this.#courier.settled();
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      // After a failure it does not look again at once, whatever there is to do.
      const failed = await this.#round().catch((error: unknown) => this.#failed(error));
      if (failed || !this.#hasWork) await this.#sleep();
    }
  }

  get #hasWork(): boolean {
    return this.#heard.size > 0 || this.#turnIsDue;
  }

  /** Who was heard of comes first, and the turns go on beside: they find what was not heard of, and what is due again. */
  async #round(): Promise<void> {
    await this.#claimHeard();
    await this.#sweep();
    if (this.#turnIsDue || this.#now() - this.#turnedAt >= POLL_MS) await this.#claimInTurn();
  }

  #failed(error: unknown): true {
    this.#parts.log.error({ err: error }, 'the worker could not claim');
    return true;
  }

  async #sleep(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.#stopped) this.#wake();
    });
  }

  async #claimHeard(): Promise<number> {
    const tenants = [...this.#heard].slice(0, NAMED_AT_ONCE);
    if (tenants.length === 0) return 0;
    for (const tenantId of tenants) this.#heard.delete(tenantId);
    const { claimed } = await this.#claim((room) => claimOf(this.#parts.db, tenants, room));
    return claimed.length;
  }

  async #claimInTurn(): Promise<number> {
    this.#turnIsDue = false;
    this.#turnedAt = this.#now();
    const { claimed, upTo } = await this.#claim((room) => claimNext(this.#parts.db, this.#upTo, room));
    this.#upTo = upTo;
    if (upTo > 0 || this.#courier.mayHaveMoreOf(claimed)) this.#turnIsDue = true;
    return claimed.length;
  }

  /** When the courier has enough, it tells when that is over, and the turns go on. */
  async #claim(from: (room: Room) => Promise<ClaimRound>): Promise<ClaimRound> {
    const { metrics, reached } = this.#parts;
    const room = this.#courier.room();
    if (room === undefined) return { claimed: [], upTo: 0 };
    const round = await from(room);
    reached?.('claimed');
    metrics?.claimed(round.claimed.length);
    this.#courier.take(round.claimed);
    return round;
  }

  async #sweep(): Promise<void> {
    const { db, sender, log, reached } = this.#parts;
    if (this.#now() - this.#sweptAt < SWEEP_EVERY_MS) return;
    this.#sweptAt = this.#now();
    const count = await sweep(db, sender.schedule.maxAttempts);
    if (count > 0) log.warn({ count }, 'deliveries whose worker was lost are taken up again');
    reached?.('swept');
  }

  #now(): number {
    return this.#parts.sender.monotonicMs();
  }
}
