import type { Statement } from '../querier.ts';
import { DatabasePool, type PooledClient, type PoolOptions, type PoolStats } from './pool.ts';

/** Two, so that a look-up that waits for a lock leaves the other one. */
const LOOK_UP_CONNECTIONS = 2;
/** A look-up takes a fraction of a millisecond unless it waits for a lock or a disk. PostgreSQL ends it then. */
const STATEMENT_LIMIT_MS = 250;
/** What waits behind such a look-up, or for a silent connection, gives up after this. */
const LIMIT_MS = 500;
/** How long look-ups go by the pool after one has failed. A lock for a change of a table is held for about that long. */
const AVOIDED_MS = 1_000;

/** A connection and how many look-ups are under way on it. */
interface Line {
  readonly client: Promise<PooledClient>;
  users: number;
}

/**
 * Finds rows by their key, on connections of its own on which several look-ups are under way at a time, of any requests. It gives up
 * early: then the look-up is one for the pool. Why: docs/decisions/look-ups.md.
 */
export class LookUps {
  readonly #pool: DatabasePool;
  readonly #monotonicMs: () => number;
  readonly #lines: (Line | undefined)[] = new Array(LOOK_UP_CONNECTIONS).fill(undefined);
  #avoidedUntilMs = 0;
  readonly size = LOOK_UP_CONNECTIONS;

  constructor(options: PoolOptions, monotonicMs: () => number) {
    this.#pool = new DatabasePool({
      ...options,
      size: LOOK_UP_CONNECTIONS,
      queryTimeoutMs: LIMIT_MS,
      session: `SET statement_timeout = ${STATEMENT_LIMIT_MS}; SET application_name = 'tradepost look-ups'`,
    });
    this.#monotonicMs = monotonicMs;
  }

  /** Undefined if it has to be done by the pool. */
  async find<Row extends object>(
    statement: Statement,
    values: readonly unknown[],
  ): Promise<Row[] | undefined> {
    if (this.#pool.behindPooler || this.#monotonicMs() < this.#avoidedUntilMs) return undefined;
    const line = this.#join();
    try {
      return await run<Row>(this.#pool, await line.client, statement, values);
    } catch (error) {
      await this.#leaveBroken(line, error);
      return undefined;
    } finally {
      line.users -= 1;
      if (line.users === 0) await this.#end(line);
    }
  }

  stats(): PoolStats {
    return this.#pool.stats();
  }

  renew(): void {
    this.#pool.renew();
    this.#lines.fill(undefined);
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  /** The line with the fewest look-ups. */
  #join(): Line {
    let least = 0;
    for (let n = 1; n < this.#lines.length; n += 1)
      if ((this.#lines[n]?.users ?? 0) < (this.#lines[least]?.users ?? 0)) least = n;
    const line = this.#lines[least] ?? { client: this.#open(), users: 0 };
    this.#lines[least] = line;
    line.users += 1;
    return line;
  }

  async #open(): Promise<PooledClient> {
    const client = await this.#pool.acquire();
    client.sendAtOnce(true);
    return client;
  }

  async #leaveBroken(line: Line, error: unknown): Promise<void> {
    this.#avoidedUntilMs = this.#monotonicMs() + AVOIDED_MS;
    this.#forget(line);
    await line.client.then(
      (client) => this.#pool.noteFailure(client, error),
      () => {},
    );
  }

  #forget(line: Line): void {
    const place = this.#lines.indexOf(line);
    if (place !== -1) this.#lines[place] = undefined;
  }

  /** Gives the connection back, whose idle time the pool limits. A goodbye on a broken one would wait for what is under way. */
  async #end(line: Line): Promise<void> {
    this.#forget(line);
    const client = await line.client.catch(() => undefined);
    if (client === undefined) return;
    client.sendAtOnce(false);
    if (this.#pool.isBroken(client)) client.destroy();
    this.#pool.release(client);
  }
}

const run = <Row extends object>(
  pool: DatabasePool,
  client: PooledClient,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> =>
  new Promise((resolve, reject) =>
    client.run<Row>(statement, values, pool, (error, rows) => (error ? reject(error) : resolve(rows))),
  );
