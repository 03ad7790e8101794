import type { Logger } from 'pino';
import { FairSemaphore, type OnClosed } from '../../base/counters/fair-semaphore.ts';
import { within } from '../../base/time/within.ts';
import { targetOf } from '../connect/connection-mistake.ts';
import { type Database, openDatabase } from '../pool/database.ts';
import type { PoolOptions } from '../pool/pool.ts';
import { ReportDatabase } from '../pool/report-database.ts';
import type { Querier } from '../querier.ts';
import { tenantShares } from '../tenants/tenant-database.ts';
import { includes, laterOf, type WalPosition, walPosition } from '../wal-position.ts';
import type { Marks } from './marks.ts';
import { outcomeOf, ReplicaLostError } from './replica-failure.ts';
import { type Mark, type ReplicaFacts, readReplicaFacts } from './server-facts.ts';

export interface ReplicaOptions extends Omit<PoolOptions, 'url' | 'log'> {
  readonly url: string;
  readonly log: Logger;
  readonly maxLagMs: number;
  readonly checkLimitMs: number;
}

/** What the last check found. */
interface State {
  /** Undefined: it can be used. */
  readonly unusable?: string;
  /** What of the primary it had replayed. */
  readonly mark?: Mark | undefined;
  readonly replayed?: WalPosition;
}

/** One standby of PostgreSQL: its connections, and whether reads can go to it. */
export class Replica {
  /** `host:port` */
  readonly place: string;
  readonly db: Database;
  readonly reports: ReportDatabase;
  readonly #options: ReplicaOptions;
  readonly #shares: FairSemaphore<number>;
  readonly #reading = new Set<() => void>();
  #state: State = { unusable: "it hasn't answered yet" };
  #logged: boolean | undefined;
  #checking: Promise<ReplicaFacts> | undefined;

  constructor(options: ReplicaOptions) {
    const { host, port } = targetOf(options.url, 'DATABASE_REPLICA_URL');
    this.place = `${host}:${port}`;
    this.#options = options;
    const pool = { ...options, log: (message: string) => options.log.warn({ replica: this.place }, message) };
    this.db = openDatabase(pool);
    this.reports = new ReportDatabase(pool, this.db);
    this.#shares = new FairSemaphore(tenantShares(options.size));
  }

  isUsable(nowMs: number): boolean {
    const { unusable, mark } = this.#state;
    return unusable === undefined && nowMs - mark!.takenMs <= this.#options.maxLagMs;
  }

  /** The age of what it has replayed; undefined while it doesn't say. */
  lagSeconds(nowMs: number): number | undefined {
    const { mark } = this.#state;
    return mark && Math.max(0, nowMs - mark.takenMs) / 1000;
  }

  /** `complete`: a list by time of change ends at the mark's watermark, which is older than the last replayed change. */
  includes(written: WalPosition, complete: boolean): boolean {
    const { mark, replayed } = this.#state;
    return includes(complete ? mark!.beforeWatermark : replayed!, written);
  }

  /** Reads with the tenant's share of the connections. Rejects as soon as the replica is found to be away. */
  read<T>(tenantId: number, onClosed: OnClosed, work: (db: Querier) => Promise<T>): Promise<T> {
    const { lowWatermark } = this.#state.mark!;
    const query: Querier['query'] = (statement, values) =>
      this.#shares.run(tenantId, 'query', onClosed, () => this.db.query(statement, values, onClosed));
    return new Promise((resolve, reject) => {
      const giveUp = (): void => reject(new ReplicaLostError());
      this.#reading.add(giveUp);
      work({ query, lowWatermark })
        .then(resolve, reject)
        .finally(() => this.#reading.delete(giveUp));
    });
  }

  /** Whether the primary should serve a read that failed here. */
  failed(error: unknown): boolean {
    const outcome = outcomeOf(error);
    if (outcome === 'lost') this.#set({ unusable: `a read failed: ${(error as Error).message}` });
    return outcome !== undefined;
  }

  async check(marks: Marks, nowMs: () => number): Promise<void> {
    const asked = this.#checking ?? readReplicaFacts(this.db);
    const isLate = asked === this.#checking;
    this.#checking = asked;
    try {
      const facts = await within(asked, this.#options.checkLimitMs);
      // What a connection that hung says is of long ago.
      if (!isLate) this.#set(this.#judge(facts, marks, nowMs()));
      this.#checking = undefined;
    } catch (error) {
      void asked.then(this.#forgetCheck, this.#forgetCheck);
      this.#set({ unusable: (error as Error).message });
      for (const giveUp of this.#reading) giveUp();
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.db.close(), this.reports.close()]);
  }

  readonly #forgetCheck = (): void => {
    this.#checking = undefined;
  };

  #judge({ standby, lsn, timeline, identity }: ReplicaFacts, marks: Marks, nowMs: number): State {
    const { newest, oldest, failure } = marks;
    if (!newest || !oldest) return { unusable: `the primary doesn't say how far it is: ${failure}` };
    if (!standby) return { unusable: "it isn't a standby" };
    if (identity !== newest.identity) return { unusable: "it isn't a standby of DATABASE_URL" };
    if (lsn === null) return { unusable: "it doesn't say how far it is" };
    if (timeline !== newest.timeline)
      return { unusable: `it is on timeline ${timeline}, and the primary on ${newest.timeline}` };
    const replayed = walPosition({ timeline, lsn });
    const mark = marks.replayed(replayed);
    const lag = mark ?? oldest;
    if (nowMs - lag.takenMs > this.#options.maxLagMs)
      return { unusable: `it lags by more than ${this.#options.maxLagMs / 1000} s`, mark: lag };
    if (!mark)
      return { unusable: "it hasn't replayed yet what the primary had at this process's start", mark: lag };
    return { mark, replayed: laterOf(replayed, mark.position) };
  }

  #set(state: State): void {
    this.#state = state;
    const usable = state.unusable === undefined;
    if (usable === this.#logged) return;
    this.#logged = usable;
    const replica = this.place;
    if (usable) this.#options.log.info({ replica }, 'lists, exports and reports are read from the replica');
    else
      this.#options.log.warn(
        { replica, reason: state.unusable },
        "the replica isn't used; the primary serves its reads",
      );
  }
}
