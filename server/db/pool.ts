import pg from 'pg';
import { valueParsers } from './value-parsers.ts';

export interface PoolOptions {
  readonly url: string;
  readonly size: number;
  readonly log: (message: string) => void;
  /** Off behind a PgBouncer older than 1.21 in transaction mode, which knows no prepared statements. */
  readonly preparedStatements: boolean;
  readonly queryTimeoutMs?: number;
  /** Run on each connection before its first use: settings that it keeps. */
  readonly session?: string;
}

/** A statement that takes longer is a fault: the heaviest list page takes well under 100 ms. */
const STATEMENT_TIMEOUT_MS = 8_000;
/** The server gives up first; only a connection that went silent reaches this one. */
const QUERY_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** Shorter than the idle time-outs of common firewalls and balancers (350 s at AWS). */
const IDLE_TIMEOUT_MS = 60_000;
const BROKEN = -1;

/**
 * pg's pool, and what it lacks: when one connection went silent, the idle ones beside it most likely did too. Each
 * connection belongs to a generation, a time-out ends the generation, and whoever is older is closed, not reused.
 */
export class ConnectionPool {
  readonly preparedStatements: boolean;
  readonly #pool: pg.Pool;
  readonly #generations = new WeakMap<pg.PoolClient, number>();
  #generation = 0;

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
    // pg's pool listens to a connection only while it is idle. One that breaks under a transaction, between two queries,
    // would end the process; so the next query tells it.
    this.#pool.on('connect', (client) => client.on('error', () => this.#generations.set(client, BROKEN)));
    this.#pool.on('error', (error) => options.log(`an idle database connection broke: ${error.message}`));
  }

  async acquire(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await this.#pool.connect();
      const generation = this.#generations.get(client);
      if (generation === undefined) this.#generations.set(client, this.#generation);
      if (generation === undefined || generation === this.#generation) return client;
      client.release(true);
    }
  }

  /** Says that the connection is not to be used again; a time-out says the same of all that are as old. */
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

/** A server that shuts down, one that has ended this connection, and a primary that has become a standby. */
const LOST = /^(57P..|25P0[34]|25006)$/;

/** PostgreSQL itself answered, and the connection goes on working. */
function isServerError(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !LOST.test(error.code ?? '');
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && /timeout/i.test(error.message);
}
