import type { Logger } from 'pino';
import { within } from '../../base/time/within.ts';
import { urlsOfHosts } from '../connect/database-url.ts';
import type { Querier } from '../querier.ts';
import { endOfTimeline, type TimedPosition } from '../wal-position.ts';
import type { ConsistencyTokens } from './consistency-tokens.ts';
import { Marks } from './marks.ts';
import { Replica } from './replica.ts';
import { readMark } from './server-facts.ts';
import { TenantWrites } from './tenant-writes.ts';

/**
 * After a write, the tenant's reads go to the primary for about this long. It costs each process three statements on the primary and
 * one on each replica, of well under a millisecond: less than one list that the replica serves.
 */
export const CHECK_INTERVAL_MS = 1_000;
/** Replay stops for a moment while a large index is built or a long read is waited for. Clients without tokens see data this old. */
export const MAX_LAG_MS = 10_000;

/** How long a server may take to say how far it is. One that keeps up takes a millisecond. */
const CHECK_LIMIT_MS = 2_000;

/** How far the clocks of the service and of PostgreSQL may be apart, where a time of ours must be later than one of PostgreSQL's. */
const CLOCK_SKEW_MS = 1_000;

export interface ReplicasOptions {
  readonly url: string;
  /** Connections to each replica. */
  readonly size: number;
  readonly preparedStatements: boolean | undefined;
  readonly primary: Querier;
  readonly tokens: ConsistencyTokens;
  readonly log: Logger;
  readonly monotonicMs: () => number;
  readonly nowMs: () => number;
  readonly maxLagMs?: number;
  readonly checkLimitMs?: number;
}

/** A read that a replica may serve. */
export interface ReplicaRead {
  readonly tenantId: number;
  /** What the client sent. */
  readonly token: string | undefined;
  /** Whether everything up to the replica's low watermark must be there, as in a list by time of change. */
  readonly complete: boolean;
  /** Whether something has been sent, so that the read can't be repeated. */
  readonly hasStarted?: () => boolean;
}

export type ServedBy = 'replica' | 'primary' | 'primary_after_replica';

/** The replicas of DATABASE_REPLICA_URL, and which of them may serve a read. Why: docs/decisions/replicas.md. */
export class Replicas {
  readonly list: readonly Replica[];
  /** How many reads were served, since the start. */
  readonly served: Record<ServedBy, number> = { replica: 0, primary: 0, primary_after_replica: 0 };
  readonly #options: ReplicasOptions;
  readonly #marks = new Marks();
  readonly #writes: TenantWrites;
  #tick: Promise<void> | undefined;

  constructor(options: ReplicasOptions) {
    const { maxLagMs = MAX_LAG_MS, checkLimitMs = CHECK_LIMIT_MS } = options;
    const { size, preparedStatements, log } = options;
    this.#options = options;
    this.#writes = new TenantWrites(maxLagMs);
    this.list = urlsOfHosts(options.url).map(
      (url) => new Replica({ url, size, preparedStatements, log, maxLagMs, checkLimitMs }),
    );
  }

  /** Serves a read by a replica that has what it must see, otherwise or if that fails by the primary. */
  async read<T>(
    read: ReplicaRead,
    onReplica: (replica: Replica) => Promise<T>,
    onPrimary: () => Promise<T>,
  ): Promise<T> {
    const replica = this.#choose(read);
    if (replica === undefined) return this.#count('primary', onPrimary());
    try {
      return await this.#count('replica', onReplica(replica));
    } catch (error) {
      if (read.hasStarted?.() || !replica.failed(error)) throw error;
      return this.#count('primary_after_replica', onPrimary());
    }
  }

  /** Whether the primary lets us ask for positions. If not, no replica is used. */
  get tellsPositions(): boolean {
    return this.#marks.newest !== undefined;
  }

  /** Remembers a write, or one whose position isn't known. From here on the tenant reads what includes it. Returns its token. */
  wrote(tenantId: number, written: TimedPosition | undefined): string {
    const { position, time } = written ?? this.#afterEverything();
    this.#writes.add(tenantId, position, this.#options.monotonicMs());
    return this.#options.tokens.seal({ position, time });
  }

  /** Asks the primary and the replicas how far they are. Never rejects. */
  tick(): Promise<void> {
    this.#tick ??= this.#check().finally(() => {
      this.#tick = undefined;
    });
    return this.#tick;
  }

  async close(): Promise<void> {
    await Promise.all(this.list.map((replica) => replica.close()));
  }

  /** Greater than the tokens that were given so far. A write that begins later replaces it. */
  #afterEverything(): TimedPosition {
    const micros = Math.round(this.#options.nowMs() + CLOCK_SKEW_MS) * 1000;
    return { time: micros.toString(16), position: endOfTimeline(this.#marks.newest!.timeline) };
  }

  async #check(): Promise<void> {
    const { primary, monotonicMs } = this.#options;
    try {
      this.#marks.add(await within(readMark(primary, monotonicMs()), CHECK_LIMIT_MS));
    } catch (error) {
      this.#marks.failure = (error as Error).message;
    }
    await Promise.all(this.list.map((replica) => replica.check(this.#marks, monotonicMs)));
    this.#writes.forgetOld(monotonicMs());
  }

  /** The same replica for a tenant as long as it can be used: another one may be farther behind. */
  #choose({ tenantId, token, complete }: ReplicaRead): Replica | undefined {
    const sent = token === undefined ? [] : [this.#options.tokens.open(token)];
    const nowMs = this.#options.monotonicMs();
    const usable = this.list.filter((replica) => replica.isUsable(nowMs));
    const first = tenantId % (usable.length || 1);
    return [...usable.slice(first), ...usable.slice(0, first)].find((replica) =>
      [...sent, ...this.#writes.positionsOf(tenantId)].every(
        (position) => position !== undefined && replica.includes(position, complete),
      ),
    );
  }

  async #count<T>(by: ServedBy, work: Promise<T>): Promise<T> {
    const result = await work;
    this.served[by] += 1;
    return result;
  }
}
