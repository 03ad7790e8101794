import { Socket } from 'node:net';
import pg from 'pg';
import type { Logger } from 'pino';

const CHANNEL = 'webhook_deliveries';
/** Between tries to reach the database again. Polling goes on meanwhile. */
const RECONNECT_DELAY_MS = 1_000;
/** How often the connection is asked whether it lives: a silent one tells nothing by itself. */
const PING_INTERVAL_MS = 15_000;
/** For a database that is busy; the answer itself takes no time. */
const PING_TIMEOUT_MS = 5_000;

export interface DeliveryListenerDeps {
  /** A direct connection: a PgBouncer in transaction mode passes no notifications on. */
  readonly url: string;
  readonly log: Logger;
  /** Told the tenant whose deliveries were committed, or undefined when messages may have been missed. */
  readonly onNotify: (tenantId: number | undefined) => void;
  /** PING_INTERVAL_MS, unless a test cannot wait as long. */
  readonly pingIntervalMs?: number;
  /** PING_TIMEOUT_MS, likewise. */
  readonly pingTimeoutMs?: number;
}

/** Hears of deliveries as they are committed. What it misses, polling finds. */
export class DeliveryListener {
  readonly #deps: DeliveryListenerDeps;
  readonly #pingIntervalMs: number;
  readonly #pingTimeoutMs: number;
  #client: pg.Client | undefined;
  #socket: Socket | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(deps: DeliveryListenerDeps) {
    this.#deps = deps;
    this.#pingIntervalMs = deps.pingIntervalMs ?? PING_INTERVAL_MS;
    this.#pingTimeoutMs = deps.pingTimeoutMs ?? PING_TIMEOUT_MS;
  }

  async start(): Promise<void> {
    const client = this.#openClient();
    try {
      await this.#listen(client);
    } catch (error) {
      this.#onConnectionLost(error, client);
    }
  }

  /** Hangs up rather than to take leave: a silent connection would never answer. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#socket?.destroy();
  }

  #openClient(): pg.Client {
    const socket = new Socket();
    this.#socket = socket;
    const client = new pg.Client({
      connectionString: this.#deps.url,
      application_name: 'tradepost listener',
      connectionTimeoutMillis: this.#pingTimeoutMs,
      query_timeout: this.#pingTimeoutMs,
      keepAlive: true,
      stream: () => socket,
    });
    this.#client = client;
    client.on('error', (error) => this.#onConnectionLost(error, client));
    client.on('end', () => this.#onConnectionLost(new Error('the connection ended'), client));
    client.on('notification', ({ payload }) => this.#deps.onNotify(Number(payload)));
    return client;
  }

  async #listen(client: pg.Client): Promise<void> {
    await client.connect();
    await client.query(`LISTEN ${CHANNEL}`);
    this.#deps.onNotify(undefined);
    this.#schedulePing(client);
  }

  #schedulePing(client: pg.Client): void {
    if (this.#stopped || client !== this.#client) return;
    this.#timer = setTimeout(() => {
      client.query('SELECT 1').then(
        () => this.#schedulePing(client),
        (error: unknown) => this.#onConnectionLost(error, client),
      );
    }, this.#pingIntervalMs);
  }

  /** Once for each connection, however many ways it tells that it is gone. */
  #onConnectionLost(error: unknown, client: pg.Client): void {
    if (client !== this.#client) return;
    this.#client = undefined;
    clearTimeout(this.#timer);
    this.#socket?.destroy();
    if (this.#stopped) return;
    this.#deps.log.warn(
      { err: error },
      'the listener lost its connection; new deliveries are found by polling',
    );
    this.#timer = setTimeout(() => void this.start(), RECONNECT_DELAY_MS);
  }
}
