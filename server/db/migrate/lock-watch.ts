import { newClient } from '../connect/open-client.ts';
import { CONNECT_TIMEOUT_MS, type PgClient } from '../wire/pg-client.ts';
import { processName } from './migration-lock.ts';

/** Twice within the time that a step of a migration waits for a lock (LOCK_TIMEOUT_MS). */
const TICK_MS = 200;
/** Longer than a step waits: a statement without a lock timeout, which nobody else reports. */
const LONG_WAIT_TICKS = 5;
const REPORT_TICKS = 50;

interface Holder {
  readonly pid: number;
  readonly application: string | null;
  readonly address: string | null;
  /** These are null if this user may not see them. */
  readonly state: string | null;
  readonly openSeconds: number | null;
  readonly waitsFor: readonly number[];
}

/** Only one process migrates at a time, so whoever waits under one of these names is ours. */
const HOLDERS = `
  SELECT DISTINCT ON (b.pid) b.pid, a.application_name AS application, host(a.client_addr) AS address, a.state,
    extract(epoch FROM clock_timestamp() - a.xact_start)::double precision AS "openSeconds",
    pg_blocking_pids(b.pid) AS "waitsFor"
  FROM pg_stat_activity w CROSS JOIN LATERAL unnest(pg_blocking_pids(w.pid)) AS b (pid)
  LEFT JOIN pg_stat_activity a ON a.pid = b.pid
  WHERE w.datname = current_database() AND w.application_name LIKE 'tradepost migrate%' AND w.wait_event_type = 'Lock'
  ORDER BY b.pid`;

function sentenceOf({ pid, application, address, state, openSeconds, waitsFor }: Holder): string {
  const open = openSeconds !== null && `in a transaction for ${Math.floor(openSeconds)} s`;
  const waits = waitsFor.length > 0 && `waits itself for locks of ${waitsFor.join(', ')}`;
  return processName(pid, [application, address, state, open, waits]);
}

/** Looks from a connection of its own who holds the locks that the migrations wait for. */
export class LockWatch {
  readonly #url: string;
  readonly #log: (message: string) => void;
  readonly #timer: NodeJS.Timeout;
  #client: PgClient | undefined;
  #tick: Promise<void> | undefined;
  #ticksBlocked = 0;
  #ticksFree = 0;
  #holders: string | undefined;

  constructor(url: string, log: (message: string) => void) {
    this.#url = url;
    this.#log = log;
    this.#timer = setInterval(() => {
      this.#tick ??= this.#look()
        .catch(() => this.#disconnect())
        .finally(() => {
          this.#tick = undefined;
        });
    }, TICK_MS);
  }

  /** Who held a lock when one was last waited for. */
  get holders(): string | undefined {
    return this.#holders;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#tick;
    await this.#disconnect();
  }

  async #look(): Promise<void> {
    this.#client ??= await this.#connect();
    const { rows } = await this.#client.query<Holder>(HOLDERS);
    if (rows.length === 0) return this.#noteFree();
    this.#ticksFree = 0;
    this.#ticksBlocked += 1;
    this.#holders = rows.map((row) => sentenceOf(row)).join('; ');
    if (this.#ticksBlocked % REPORT_TICKS === LONG_WAIT_TICKS)
      this.#log(`The migrations wait for transactions that hold a lock: ${this.#holders}`);
  }

  /** Between two tries of a step nothing waits either. */
  #noteFree(): void {
    this.#ticksBlocked = 0;
    this.#ticksFree += 1;
    if (this.#ticksFree > LONG_WAIT_TICKS) this.#holders = undefined;
  }

  async #connect(): Promise<PgClient> {
    const options = { application_name: 'tradepost lock watch', query_timeout: CONNECT_TIMEOUT_MS };
    const client = newClient(this.#url, options);
    await client.connect();
    return client;
  }

  async #disconnect(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.close();
  }
}
