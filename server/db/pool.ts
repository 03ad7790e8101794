import pg from 'pg';
import { valueParsers } from './value-parsers.ts';

export interface PoolOptions {
  readonly url: string;
  readonly size: number;
  readonly log: (message: string) => void;
  /** Off behind a PgBouncer older than 1.21 in transaction mode, which doesn't support prepared statements. */
  readonly preparedStatements: boolean;
  readonly queryTimeoutMs?: number;
  /** SQL with settings, run on each connection before its first use. */
  readonly session?: string;
}

/** Counts since the start, and the state now. */
export interface PoolStats {
  readonly connections: number;
  readonly idle: number;
  readonly waiting: number;
  readonly acquired: number;
  readonly waitedMs: number;
}

/** Nothing should take this long: the heaviest list page takes well under 100 ms. */
const STATEMENT_TIMEOUT_MS = 8_000;
/** Longer than the server's own timeout, so only a silent connection reaches it. */
const QUERY_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** Shorter than the idle timeouts of common firewalls and balancers (350 s at AWS). */
const IDLE_TIMEOUT_MS = 60_000;
const BROKEN = -1;

/**
 * pg's pool with one addition: when one connection goes silent, the other idle ones most likely have too. Each connection
 * belongs to a generation. A timeout ends the generation, and older connections are closed instead of reused.
 */
export class ConnectionPool {
  readonly preparedStatements: boolean;
  readonly #pool: pg.Pool;
  readonly #generations = new WeakMap<pg.PoolClient, number>();
  #generation = 0;
  #acquired = 0;
  #waitedMs = 0;

  constructor(options: PoolOptions) {
    this.preparedStatements = options.preparedStatements;
    this.#pool = new pg.Pool({
      connectionString: options.url,
      application_name: 'tradepost',
      max: options.size,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      keepAlive: true,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: options.queryTimeoutMs ?? QUERY_TIMEOUT_MS,
      types: valueParsers,
      onConnect: async (client) => options.session && client.query(options.session),
    });
    // pg's pool has an error listener on a connection only while it is idle. A connection that breaks during a transaction,
    // between two queries, would end the process. With this listener the next query fails instead.
    this.#pool.on('connect', (client) => client.on('error', () => this.#generations.set(client, BROKEN)));
    this.#pool.on('error', (error) => options.log(`an idle database connection broke: ${error.message}`));
  }

  /** Waits for a connection that works, and counts how long that took. */
  async acquire(): Promise<pg.PoolClient> {
    const startedAt = performance.now();
    try {
      return await this.#acquireCurrent();
    } finally {
      this.#acquired += 1;
      this.#waitedMs += performance.now() - startedAt;
    }
  }

  stats(): PoolStats {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return {
      connections: totalCount,
      idle: idleCount,
      waiting: waitingCount,
      acquired: this.#acquired,
      waitedMs: this.#waitedMs,
    };
  }

  async #acquireCurrent(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await this.#pool.connect();
      const generation = this.#generations.get(client);
      if (generation === undefined) this.#generations.set(client, this.#generation);
      if (generation === undefined || generation === this.#generation) return client;
      client.release(true);
    }
  }

  /** Has the connection closed instead of reused; after a timeout, all connections of its generation too. */
  discardAfter(client: pg.PoolClient, error: unknown): void {
    if (isServerError(error)) return;
    if (isTimeout(error)) this.#generation += 1;
    this.#generations.set(client, BROKEN);
  }

  isBroken(client: pg.PoolClient): boolean {
    return this.#generations.get(client) === BROKEN;
  }

  release(client: pg.PoolClient): void {
    client.release(this.isBroken(client));
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

/** The server is shutting down, it ended this connection, or the primary has become a standby. */
const LOST = /^(57P..|25P0[34]|25006)$/;

/** PostgreSQL itself reported the error, and the connection still works. */
function isServerError(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !LOST.test(error.code ?? '');
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && /timeout/i.test(error.message);
}
