/** Often enough to see that much standing still for what it is. */
const HEARTBEAT_MS = 200;
/** Of a shortened lease, less than what is left beside the exchange and the waiting. */
const STOOD_STILL_MS = 1_000;

/** The faults in which a process does nothing, by their names. */
const FREEZES = /^freeze |stood still$/;
/** How long an answer may lie unread in a busy worker. */
const UNREAD_MS = 500;

export interface Span {
  readonly from: number;
  readonly until: number;
}

export interface Fault extends Span {
  readonly what: string;
}

/** What was done to whom, and when nobody could deliver. All times in ms since 1970, which PostgreSQL's clock shares. */
export class Timeline {
  readonly faults: Fault[] = [];
  readonly #afterEffectMs: number;
  readonly #available = new Set<string>();
  readonly #downtimes: Span[] = [];
  #databaseUp = true;
  #downSince: number | undefined = Date.now();
  #heartbeat: NodeJS.Timeout | undefined;

  /**
   * `echoMs` is how long a fault may be felt after its end: a request that a killed worker sent is still on the way, or a
   * stopped one sends it when it goes on. No exchange outlives its deadline.
   */
  constructor(echoMs: number) {
    this.#afterEffectMs = echoMs;
  }

  /** Notes when the machine itself stands still: then leases run out that nobody was killed for. */
  watchMachine(): void {
    let last = Date.now();
    this.#heartbeat = setInterval(() => {
      const now = Date.now();
      if (now - last > STOOD_STILL_MS) this.addInstant('the machine stood still', last);
      last = now;
    }, HEARTBEAT_MS);
  }

  end(): void {
    clearInterval(this.#heartbeat);
  }

  /** A fault that lasts for the work. */
  async record<T>(what: string, work: () => Promise<T>): Promise<T> {
    const from = Date.now();
    try {
      return await work();
    } finally {
      this.faults.push({ what, from, until: Date.now() });
    }
  }

  /** A fault of a moment, which may have taken effect a little before it is known. */
  addInstant(what: string, from: number = Date.now()): void {
    this.faults.push({ what, from, until: Date.now() });
  }

  /** Whether a worker can do its work, as far as it is up to the worker. */
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

  /** For how long within the span no worker could work, in ms. */
  downtimeWithin(span: Span): number {
    const open = this.#downSince === undefined ? [] : [{ from: this.#downSince, until: Date.now() }];
    return [...this.#downtimes, ...open]
      .map(({ from, until }) => Math.min(until, span.until) - Math.max(from, span.from))
      .reduce((sum, overlap) => sum + Math.max(0, overlap), 0);
  }

  /** Whether a process may have slept over an answer that came at the time, and taken it for none when it woke up. */
  wasFrozenAt(atMs: number): boolean {
    return this.faults.some(
      ({ what, from, until }) => FREEZES.test(what) && from - UNREAD_MS <= atMs && atMs <= until,
    );
  }

  /** What disturbed the deliveries within the span. */
  faultsWithin({ from, until }: Span): Fault[] {
    return this.faults.filter((fault) => fault.from <= until && fault.until + this.#afterEffectMs >= from);
  }
}
