/** Short enough to detect a freeze of STOOD_STILL_MS. */
const HEARTBEAT_MS = 200;
/** Less than what a shortened lease has left after the wait for a slot and the request. */
const STOOD_STILL_MS = 1_000;

/** Names of faults during which a process doesn't run. */
const FREEZES = /^freeze |machine froze$/;
const MACHINE_FROZE = 'the machine froze';
/** How long a busy worker may leave a response unread. */
const UNREAD_MS = 500;

export interface Span {
  readonly from: number;
  readonly until: number;
}

export interface Fault extends Span {
  readonly what: string;
}

/** The faults of a run, and when no worker could deliver. Times are in ms since 1970; PostgreSQL has the same clock. */
export class Timeline {
  readonly faults: Fault[] = [];
  readonly #afterEffectMs: number;
  readonly #available = new Set<string>();
  readonly #downtimes: Span[] = [];
  #databaseUp = true;
  #downSince: number | undefined = Date.now();
  #heartbeat: NodeJS.Timeout | undefined;

  /**
   * `echoMs` is how long a fault may have effects after its end: a killed worker's request may still be in flight, or a
   * frozen worker sends it after it resumes. No request outlives its deadline.
   */
  constructor(echoMs: number) {
    this.#afterEffectMs = echoMs;
  }

  /** Records freezes of the whole machine, in which leases expire without an injected fault. */
  watchMachine(): void {
    let last = Date.now();
    this.#heartbeat = setInterval(() => {
      const now = Date.now();
      if (now - last > STOOD_STILL_MS) this.addInstant(MACHINE_FROZE, last);
      last = now;
    }, HEARTBEAT_MS);
  }

  end(): void {
    clearInterval(this.#heartbeat);
  }

  /** Records a fault that lasts as long as `work`. */
  async record<T>(what: string, work: () => Promise<T>): Promise<T> {
    const from = Date.now();
    try {
      return await work();
    } finally {
      this.faults.push({ what, from, until: Date.now() });
    }
  }

  /** The faults that were put there. */
  get injected(): Fault[] {
    return this.faults.filter(({ what }) => what !== MACHINE_FROZE);
  }

  /** Records a momentary fault, which may have taken effect shortly before this call. */
  addInstant(what: string, from: number = Date.now()): void {
    this.faults.push({ what, from, until: Date.now() });
  }

  /** Sets whether a worker itself can work; the database may still be down. */
  setWorkerAvailable(name: string, able: boolean): void {
    if (able) this.#available.add(name);
    else this.#available.delete(name);
    this.#updateDowntime();
  }

  setDatabaseUp(up: boolean): void {
    this.#databaseUp = up;
    this.#updateDowntime();
  }

  #updateDowntime(): void {
    const out = !this.#databaseUp || this.#available.size === 0;
    if (out) this.#downSince ??= Date.now();
    else if (this.#downSince !== undefined) {
      this.#downtimes.push({ from: this.#downSince, until: Date.now() });
      this.#downSince = undefined;
    }
  }

  /** How long within the span no worker could work, in ms. */
  downtimeWithin(span: Span): number {
    const open = this.#downSince === undefined ? [] : [{ from: this.#downSince, until: Date.now() }];
    return [...this.#downtimes, ...open]
      .map(({ from, until }) => Math.min(until, span.until) - Math.max(from, span.from))
      .reduce((sum, overlap) => sum + Math.max(0, overlap), 0);
  }

  /** Whether a worker may have been frozen when a response arrived, and counted it as a time-out when it resumed. */
  wasFrozenAt(atMs: number): boolean {
    return this.faults.some(
      ({ what, from, until }) => FREEZES.test(what) && from - UNREAD_MS <= atMs && atMs <= until,
    );
  }

  /** Faults that may have affected deliveries within the span. */
  faultsWithin({ from, until }: Span): Fault[] {
    return this.faults.filter((fault) => fault.from <= until && fault.until + this.#afterEffectMs >= from);
  }
}
