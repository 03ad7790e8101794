import { startupLimits } from '../connect/time-limits.ts';
import type { Statement } from '../querier.ts';
import { DatabasePool, type PooledClient, type PoolOptions, type PoolStats } from './pool.ts';
import { run } from './run-statement.ts';

/** Two, so that a look-up that waits for a lock leaves the other one. */
const LINES = 2;
/** A look-up takes a fraction of a millisecond unless it waits for a lock or a disk. PostgreSQL ends it then. */
const STATEMENT_LIMIT_MS = 250;
/** What waits behind such a look-up, or for a silent connection, gives up after this, and at most an eighth more. */
const LIMIT_MS = 500;
/** How long look-ups go by the pool after one has failed. A lock for a change of a table is held for about that long. */
const AVOIDED_MS = 1_000;
/** Shorter than the idle timeouts of common firewalls and balancers (350 s at AWS). */
const IDLE_MS = 60_000;

/** A connection on which several look-ups may be under way. */
interface Line {
  readonly client: PooledClient;
  /** The pool's at the time, see DatabasePool.generation. */
  readonly generation: number;
  users: number;
  usedMs: number;
}

/**
 * Finds rows by their key, on connections of its own, of any requests. It gives up early, and waits for no connection: then the look-up is
 * one for the pool. Why: docs/decisions/look-ups.md.
 */
export class LookUps {
  readonly size = LINES;
  readonly #own: DatabasePool;
  readonly #pool: Pick<DatabasePool, 'generation' | 'behindPooler'>;
  readonly #log: (message: string) => void;
  readonly #monotonicMs: () => number;
  readonly #lines = new Set<Line>();
  #opening = 0;
  #avoidedUntilMs = 0;
  #closed = false;

  constructor(
    options: PoolOptions,
    pool: Pick<DatabasePool, 'generation' | 'behindPooler'>,
    monotonicMs: () => number,
  ) {
    this.#own = new DatabasePool({
      ...options,
      size: LINES,
      applicationName: 'tradepost look-ups',
      queryTimeoutMs: LIMIT_MS,
      limits: { ...startupLimits, statement_timeout: STATEMENT_LIMIT_MS },
    });
    this.#pool = pool;
    this.#log = options.log;
    this.#monotonicMs = monotonicMs;
  }

  /** Undefined if it has to be done by the pool. */
  async find<Row extends object>(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<Row[] | undefined> {
    const line = this.#join();
    if (!line) return undefined;
    try {
      return await run<Row>(this.#own, line.client, statement, values);
    } catch (error) {
      this.#avoid(error as Error);
      this.#lines.delete(line);
      return undefined;
    } finally {
      line.users -= 1;
      this.#endIfUnused(line);
    }
  }

  stats(): PoolStats {
    return this.#own.stats();
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const line of this.#lines) this.#leave(line);
    await this.#own.end();
  }

  /** The line with the fewest look-ups. Opens those that are missing, for later ones. */
  #join(): Line | undefined {
    const nowMs = this.#monotonicMs();
    if (this.#closed || nowMs < this.#avoidedUntilMs || this.#behindPooler()) return undefined;
    let least: Line | undefined;
    for (const line of this.#lines)
      if (!this.#isUsable(line, nowMs)) this.#leave(line);
      else if (!least || line.users < least.users) least = line;
    if (this.#lines.size + this.#opening < LINES) void this.#open();
    if (!least) return undefined;
    least.users += 1;
    least.usedMs = nowMs;
    return least;
  }

  #behindPooler(): boolean {
    return this.#pool.behindPooler || this.#own.behindPooler;
  }

  /** The pool's generation ends when another host has become the primary, too. */
  #isUsable({ client, generation, users, usedMs }: Line, nowMs: number): boolean {
    const isFresh = users > 0 || nowMs - usedMs <= IDLE_MS;
    return isFresh && generation === this.#pool.generation && !this.#own.isBroken(client);
  }

  async #open(): Promise<void> {
    this.#opening += 1;
    const { generation } = this.#pool;
    try {
      const client = await this.#own.acquire();
      client.sendAtOnce(true);
      const line = { client, generation, users: 0, usedMs: this.#monotonicMs() };
      this.#lines.add(line);
      if (this.#closed || this.#behindPooler()) this.#leave(line);
    } catch (error) {
      this.#avoid(error as Error);
    } finally {
      this.#opening -= 1;
    }
  }

  #avoid({ message }: Error): void {
    const nowMs = this.#monotonicMs();
    if (nowMs >= this.#avoidedUntilMs && !this.#closed)
      this.#log(`look-ups go by the pool for ${AVOIDED_MS} ms: ${message}`);
    this.#avoidedUntilMs = nowMs + AVOIDED_MS;
  }

  /** Takes no more look-ups. It ends with the last one. */
  #leave(line: Line): void {
    this.#lines.delete(line);
    this.#endIfUnused(line);
  }

  /** A goodbye on a broken connection would wait for what is under way, so it's cut off. */
  #endIfUnused(line: Line): void {
    if (line.users > 0 || this.#lines.has(line)) return;
    line.client.sendAtOnce(false);
    if (this.#own.isBroken(line.client)) line.client.destroy();
    this.#own.discard(line.client);
    this.#own.release(line.client);
  }
}
