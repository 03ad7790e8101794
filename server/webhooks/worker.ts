import { type Capacity, type ClaimResult, claimNextTenants, claimTenants } from './queue/claim.ts';
import { sweepExpiredLeases } from './queue/lease.ts';
import { DeliveryDispatcher, type DispatcherDeps } from './send/delivery-dispatcher.ts';

/** How long an idle worker waits before it looks again: for retries that come due, and for what it did not hear of. */
const POLL_INTERVAL_MS = 500;
/** Leases run out 15 s after a kill; with this, nothing hangs for more than 20 s. */
const SWEEP_INTERVAL_MS = 1_000;
/** Stopping takes the 10 s of an exchange and the writing of its result, and leaves 2 s of 15 to the rest. */
const STOP_TIMEOUT_MS = 13_000;
/** Of tenants that were heard of, so many are looked up in one claim. */
const MAX_NOTIFIED_PER_CLAIM = 256;

/** Claims what is due, in turn, and has it sent. */
export class Worker {
  readonly #deps: DispatcherDeps;
  readonly #dispatcher: DeliveryDispatcher;
  /** Tenants that have new deliveries. They need not wait for their turn. */
  readonly #notifiedTenants = new Set<number>();
  /** The last tenant whose turn it was. */
  #lastTenantId = 0;
  #scanDue = true;
  #scannedAtMs = Number.NEGATIVE_INFINITY;
  #sweptAtMs = Number.NEGATIVE_INFINITY;
  #stopped = false;
  #wake: () => void = () => undefined;
  #loop: Promise<void> = Promise.resolve();

  constructor(deps: DispatcherDeps) {
    this.#deps = deps;
    this.#dispatcher = new DeliveryDispatcher(deps, () => this.notify());
  }

  /** One round: ends leases that ran out, claims what is due, sends it and records it. Answers how many were claimed. */
  async tick(): Promise<number> {
    this.#sweptAtMs = Number.NEGATIVE_INFINITY;
    await this.#sweep();
    let count = await this.#claimNotified();
    do count += await this.#claimNextTenants();
    while (this.#lastTenantId > 0);
    await this.#dispatcher.settled();
    return count;
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** Says that a tenant has new deliveries, or that there may be some of anyone. */
  notify(tenantId?: number): void {
    if (tenantId === undefined) this.#scanDue = true;
    else this.#notifiedTenants.add(tenantId);
    this.#wake();
  }

  /** Claims nothing more, gives back what is not on the way, and waits for what is. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake();
    // Side by side: a claim on a silent database takes 10 s to fail.
    await Promise.all([this.#loop, this.#dispatcher.close(STOP_TIMEOUT_MS)]);
    await this.#dispatcher.settled();
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      // After a failure it does not look again at once, whatever there is to do.
      const failed = await this.#round().catch((error: unknown) => this.#failed(error));
      if (failed || !this.#hasWork) await this.#sleep();
    }
  }

  get #hasWork(): boolean {
    return this.#notifiedTenants.size > 0 || this.#scanDue;
  }

  /** Who was heard of comes first, and the turns go on beside: they find what was not heard of, and what is due again. */
  async #round(): Promise<void> {
    await this.#claimNotified();
    await this.#sweep();
    if (this.#scanDue || this.#now() - this.#scannedAtMs >= POLL_INTERVAL_MS) await this.#claimNextTenants();
  }

  #failed(error: unknown): true {
    this.#deps.log.error({ err: error }, 'the worker could not claim');
    return true;
  }

  async #sleep(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, POLL_INTERVAL_MS);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.#stopped) this.#wake();
    });
  }

  async #claimNotified(): Promise<number> {
    const tenants = [...this.#notifiedTenants].slice(0, MAX_NOTIFIED_PER_CLAIM);
    if (tenants.length === 0) return 0;
    for (const tenantId of tenants) this.#notifiedTenants.delete(tenantId);
    const { deliveries: claimed } = await this.#claim((room) => claimTenants(this.#deps.db, tenants, room));
    return claimed.length;
  }

  async #claimNextTenants(): Promise<number> {
    this.#scanDue = false;
    this.#scannedAtMs = this.#now();
    const { deliveries: claimed, lastTenantId: upTo } = await this.#claim((room) =>
      claimNextTenants(this.#deps.db, this.#lastTenantId, room),
    );
    this.#lastTenantId = upTo;
    if (upTo > 0 || this.#dispatcher.mayHaveMore(claimed)) this.#scanDue = true;
    return claimed.length;
  }

  /** When the dispatcher has enough, it tells when that is over, and the turns go on. */
  async #claim(from: (room: Capacity) => Promise<ClaimResult>): Promise<ClaimResult> {
    const { metrics, onStep } = this.#deps;
    const room = this.#dispatcher.capacity();
    if (room === undefined) return { deliveries: [], lastTenantId: 0 };
    const round = await from(room);
    onStep?.('claimed');
    metrics?.claimed(round.deliveries.length);
    this.#dispatcher.dispatch(round.deliveries);
    return round;
  }

  async #sweep(): Promise<void> {
    const { db, sender, log, onStep } = this.#deps;
    if (this.#now() - this.#sweptAtMs < SWEEP_INTERVAL_MS) return;
    this.#sweptAtMs = this.#now();
    const count = await sweepExpiredLeases(db, sender.schedule.maxAttempts);
    if (count > 0) log.warn({ count }, 'deliveries whose worker was lost are taken up again');
    onStep?.('swept');
  }

  #now(): number {
    return this.#deps.sender.monotonicMs();
  }
}
