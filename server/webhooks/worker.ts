import { type Capacity, type ClaimResult, claimNextTenants, claimTenants } from './queue/claim.ts';
import { tenantsPerClaim } from './queue/reach.ts';
import { logLostAttempt } from './send/attempt-log.ts';
import { DeliveryDispatcher, type DispatcherDeps } from './send/delivery-dispatcher.ts';
import { endLostAttempts } from './send/lost-attempts.ts';

/** How long an idle worker waits before it looks again: for retries that come due, and for missed notifications. */
const POLL_INTERVAL_MS = 500;
/** Leases run out 15 s after a kill; with this, nothing is held up for more than 20 s. */
const SWEEP_INTERVAL_MS = 1_000;
/** 10 s for the requests in flight and time to write their results; 2 s of the process's 15 s are left for the rest. */
const STOP_TIMEOUT_MS = 13_000;

/** The loop of a worker: sweep expired leases, claim what is due, dispatch it. */
export class Worker {
  /** When the loop last finished a round, well or not. */
  roundEndedMs = Number.NEGATIVE_INFINITY;
  roundFailed = false;
  readonly #deps: DispatcherDeps;
  readonly #dispatcher: DeliveryDispatcher;
  /** Tenants with new deliveries. They don't wait for their turn. */
  readonly #notifiedTenants = new Set<number>();
  /** Where the round over all tenants continues. */
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

  /** One round, for tests: sweeps, claims everything due, and waits until it's sent and recorded. Returns the number claimed. */
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
    this.roundEndedMs = this.#now();
    this.#loop = this.#run();
  }

  /** A tenant has new deliveries; without a tenant, anyone may have some. */
  notify(tenantId?: number): void {
    if (tenantId === undefined) this.#scanDue = true;
    else this.#notifiedTenants.add(tenantId);
    this.#wake();
  }

  /** Claims nothing more, releases what isn't in flight, and waits for what is. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake();
    // At the same time: a claim on a silent database takes 10 s to fail.
    await Promise.all([this.#loop, this.#dispatcher.close(STOP_TIMEOUT_MS)]);
    await this.#dispatcher.settled();
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      const failed = await this.#round().then(
        () => false,
        (error: unknown) => this.#logFailure(error),
      );
      this.roundEndedMs = this.#now();
      this.roundFailed = failed;
      // After a failure it waits, whatever there is to do.
      if (failed || !this.#hasWork) await this.#sleep();
    }
  }

  get #hasWork(): boolean {
    return this.#notifiedTenants.size > 0 || this.#scanDue;
  }

  /** Notified tenants come first. The scan of all tenants finds missed notifications and retries that have come due. */
  async #round(): Promise<void> {
    await this.#claimNotified();
    await this.#sweep();
    if (this.#scanDue || this.#now() - this.#scannedAtMs >= POLL_INTERVAL_MS) await this.#claimNextTenants();
  }

  #logFailure(error: unknown): true {
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
    if (this.#notifiedTenants.size === 0) return 0;
    const tenants = [...this.#notifiedTenants].slice(0, await tenantsPerClaim(this.#deps.db));
    for (const tenantId of tenants) this.#notifiedTenants.delete(tenantId);
    const { deliveries } = await this.#claim((capacity) => claimTenants(this.#deps.db, tenants, capacity));
    return deliveries.length;
  }

  async #claimNextTenants(): Promise<number> {
    this.#scanDue = false;
    this.#scannedAtMs = this.#now();
    const { deliveries, lastTenantId } = await this.#claim((capacity) =>
      claimNextTenants(this.#deps.db, this.#lastTenantId, capacity),
    );
    this.#lastTenantId = lastTenantId;
    // Without the second condition it claimed again in vain after each claim that filled every window.
    if (lastTenantId > 0 || this.#dispatcher.mayHaveMore(deliveries)) this.#scanDue = true;
    return deliveries.length;
  }

  /** Claims nothing while enough is waiting. The dispatcher calls notify() when that changes. */
  async #claim(claim: (capacity: Capacity) => Promise<ClaimResult>): Promise<ClaimResult> {
    const { metrics, onStep } = this.#deps;
    const capacity = this.#dispatcher.capacity();
    if (capacity === undefined) return { deliveries: [], tooLarge: [], nowMs: undefined, lastTenantId: 0 };
    const result = await claim(capacity);
    onStep?.('claimed');
    metrics?.claimed(result.deliveries.length);
    this.#dispatcher.dispatch(result);
    if (result.tooLarge.length > 0) this.#scanDue = true;
    return result;
  }

  async #sweep(): Promise<void> {
    const { db, sender, log, metrics, onStep } = this.#deps;
    if (this.#now() - this.#sweptAtMs < SWEEP_INTERVAL_MS) return;
    this.#sweptAtMs = this.#now();
    for (const lost of await endLostAttempts(db, sender)) {
      metrics?.lost();
      logLostAttempt(log, lost);
    }
    onStep?.('swept');
  }

  #now(): number {
    return this.#deps.sender.monotonicMs();
  }
}
