import pg from 'pg';
import { ConnectFailures } from '../connect/connect-failures.ts';
import { checkConnection, isHostAway, isStartupRefused, PoolerError } from '../connect/connection-check.ts';
import { Hosts } from '../connect/hosts.ts';
import { MissingRights } from '../connect/missing-rights.ts';
import { currentDatabaseUrl } from '../connect/open-client.ts';
import { SearchPath } from '../connect/search-path.ts';
import {
  BEGIN_WITH_LIMITS,
  QUERY_TIMEOUT_MS,
  type StartupLimits,
  startupLimits,
} from '../connect/time-limits.ts';
import type { Statement } from '../querier.ts';
import { type ClusterForm, clusterForm } from '../sql/cluster-form.ts';
import { clientFailureOf, isDatabaseError } from '../wire/errors.ts';
import { CONNECT_TIMEOUT_MS, PgClient, type RunOptions } from '../wire/pg-client.ts';
import { QueryTimeouts } from '../wire/query-timeouts.ts';

export type PooledClient = PgClient & Pick<pg.PoolClient, 'release'>;

export interface PoolOptions {
  readonly url: string;
  readonly size: number;
  readonly log: (message: string) => void;
  /** Undefined: unless a pooler is in between. A PgBouncer older than 1.21 in transaction mode doesn't support them. */
  readonly preparedStatements: boolean | undefined;
  readonly queryTimeoutMs?: number;
  readonly limits?: StartupLimits;
  /** As PostgreSQL's statistics show it. */
  readonly applicationName?: string;
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

/** Shorter than the idle timeouts of common firewalls and balancers (350 s at AWS). */
const IDLE_TIMEOUT_MS = 60_000;
const BROKEN = -1;

/**
 * pg's pool and what it lacks. When one connection goes silent, the other idle ones most likely have too: each belongs to a
 * generation, a timeout ends the generation, and older connections are closed instead of reused. Of several hosts it uses the one
 * that takes writes. Behind a pooler it does without startup parameters and SET.
 */
export class DatabasePool implements RunOptions {
  readonly #options: PoolOptions;
  readonly #hosts: Hosts;
  readonly #pool: pg.Pool;
  readonly #generations = new WeakMap<PooledClient, number>();
  readonly #connectFailures = new ConnectFailures(() => performance.now());
  readonly #missingRights: MissingRights;
  readonly searchPath: SearchPath;
  readonly timeouts: QueryTimeouts;
  #generation = 0;
  #behindPooler = false;
  #distributed = false;
  #acquired = 0;
  #waitedMs = 0;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#hosts = new Hosts(options.url);
    this.#missingRights = new MissingRights(() => performance.now(), options.log);
    this.searchPath = new SearchPath(
      () => this.#behindPooler,
      () => performance.now(),
      options.log,
    );
    this.timeouts = new QueryTimeouts(options.queryTimeoutMs ?? QUERY_TIMEOUT_MS);
    this.#pool = new pg.Pool({
      application_name: options.applicationName ?? 'tradepost',
      max: options.size,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      Client: this.#clientClass(),
      onConnect: (client) => this.#prepare(client as PgClient),
    });
    this.#pool.on('connect', (client) =>
      client.on('error', () => this.discard(client as unknown as PooledClient)),
    );
    this.#pool.on('connect', () => this.#connectFailures.end());
    this.#pool.on('error', (error) => options.log(`an idle database connection broke: ${error.message}`));
  }

  /** Of the host that is used now. */
  get url(): string {
    return this.#hosts.url;
  }

  get #limits(): StartupLimits {
    return this.#options.limits ?? startupLimits;
  }

  /** Counts up when the present connections must not be used any longer. */
  get generation(): number {
    return this.#generation;
  }

  /** Known once there has been a connection. */
  get behindPooler(): boolean {
    return this.#behindPooler;
  }

  /** The form in which a cluster runs the statement. Undefined on one PostgreSQL. */
  clusterForm(statement: Statement | string): ClusterForm | undefined {
    return this.#distributed && typeof statement !== 'string' ? clusterForm(statement) : undefined;
  }

  get preparedStatements(): boolean {
    return this.#options.preparedStatements ?? !this.#behindPooler;
  }

  get begin(): string {
    return this.#behindPooler ? BEGIN_WITH_LIMITS : 'BEGIN';
  }

  /** Why new connections, or statements, were refused within the last seconds, although others may work. */
  whyRefused(): string | undefined {
    return this.#connectFailures.reason() ?? this.#missingRights.reason() ?? this.searchPath.reason();
  }

  /** Waits for a connection that works, and counts how long that took. */
  async acquire(): Promise<PooledClient> {
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

  async #acquireCurrent(): Promise<PooledClient> {
    for (;;) {
      const client = await this.#connect();
      const generation = this.#generations.get(client);
      if (generation === undefined) this.#generations.set(client, this.#generation);
      if (generation === undefined || generation === this.#generation) return client;
      client.release(true);
    }
  }

  #connect(): Promise<PooledClient> {
    return this.#hosts
      .first(() => this.#connectToHost(), isHostAway)
      .catch((error) => {
        throw this.#connectFailures.noteError(error);
      });
  }

  /** Whether a pooler is in between shows when it refuses the startup parameters. */
  async #connectToHost(): Promise<PooledClient> {
    const behindPooler = this.#behindPooler;
    const connect = async () => (await this.#pool.connect()) as unknown as PooledClient;
    return connect().catch((error) => {
      if (behindPooler || !isStartupRefused(error)) throw error;
      this.#behindPooler = true;
      return connect();
    });
  }

  /** The host and the startup parameters change, but pg's pool has one set of options for all its connections. */
  #clientClass(): new (config?: pg.ClientConfig) => PgClient {
    const current = (): pg.ClientConfig => ({
      connectionString: currentDatabaseUrl(this.#hosts.url, this.#options.log),
      ...(this.#behindPooler ? {} : this.#limits),
    });
    return class extends PgClient {
      constructor(config?: pg.ClientConfig) {
        super({ ...config, ...current() });
      }
    };
  }

  async #prepare(client: PgClient): Promise<void> {
    const { timeoutMs } = this.timeouts;
    const mustWrite = this.#hosts.count > 1;
    const { limited, distributed } = await checkConnection(client, timeoutMs, mustWrite, this.#limits);
    if (!limited) this.#behindPooler = true;
    this.#distributed = distributed;
    const { session } = this.#options;
    if (!session) return;
    if (this.#behindPooler) throw new PoolerError();
    await client.queryWithin(timeoutMs, { text: session });
  }

  /** A pooler would let the statement run on when its client leaves. One in a transaction has PostgreSQL's own time-out. */
  async cancelAfter(client: PooledClient, error: unknown): Promise<void> {
    if (this.#behindPooler && isTimeout(error)) await client.cancelStatement();
  }

  /** Takes note of a failed statement. Has the connection closed instead of reused; after a timeout, all connections of its generation too. */
  noteFailure(client: PooledClient, error: unknown): void {
    this.#missingRights.noteError(error);
    if (isServerError(error)) return;
    const demoted = this.#hosts.count > 1 && isDemoted(error);
    if (isTimeout(error) || demoted) this.renew();
    this.discard(client);
  }

  /** Has the present connections closed instead of reused. */
  renew(): void {
    this.#generation += 1;
  }

  /** Has the connection closed when it's released. */
  discard(client: PooledClient): void {
    this.#generations.set(client, BROKEN);
  }

  isBroken(client: PooledClient): boolean {
    return this.#generations.get(client) === BROKEN;
  }

  release(client: PooledClient): void {
    client.release(this.isBroken(client));
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

/** The server is shutting down, it ended this connection, or the primary has become a standby. */
const LOST = /^(57P..|25P0[34]|25006)$/;

/** The host took writes when it was connected to, and has become a standby since. */
const isDemoted = (error: unknown): boolean => (error as { code?: string }).code === '25006';

/** PostgreSQL itself reported the error, and the connection still works. */
function isServerError(error: unknown): boolean {
  return isDatabaseError(error) && !LOST.test(error.code ?? '');
}

const isTimeout = (error: unknown): boolean => clientFailureOf(error) === 'timeout';
