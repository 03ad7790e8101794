import type { Logger } from 'pino';
import { Hosts } from '../../db/connect/hosts.ts';
import { newClient } from '../../db/connect/open-client.ts';
import type { PgClient } from '../../db/wire/pg-client.ts';

const CHANNEL = 'webhook_deliveries';
/** Between attempts to reconnect. Polling continues meanwhile. */
const RECONNECT_DELAY_MS = 1_000;
/** How often the connection is checked: one that has gone silent doesn't report an error by itself. */
const PING_INTERVAL_MS = 15_000;
/** Enough for a busy database; the query itself takes no time. */
const PING_TIMEOUT_MS = 5_000;

export interface DeliveryListenerDeps {
  /** A direct connection: PgBouncer in transaction mode passes on no notifications. */
  readonly url: string;
  readonly log: Logger;
  /** Called with a tenant whose deliveries were committed, or with undefined when notifications may have been missed. */
  readonly onNotify: (tenantId: number | undefined) => void;
  /** PING_INTERVAL_MS by default; tests can't wait that long. */
  readonly pingIntervalMs?: number;
  /** PING_TIMEOUT_MS by default. */
  readonly pingTimeoutMs?: number;
}

/** Listens for deliveries as they are committed. What it misses, polling finds. */
export class DeliveryListener {
  readonly #deps: Required<DeliveryListenerDeps>;
  readonly #hosts: Hosts;
  #client: PgClient | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(deps: DeliveryListenerDeps) {
    this.#deps = { pingIntervalMs: PING_INTERVAL_MS, pingTimeoutMs: PING_TIMEOUT_MS, ...deps };
    this.#hosts = new Hosts(deps.url);
  }

  async start(): Promise<void> {
    try {
      // A standby refuses LISTEN.
      const client = await this.#hosts.first(
        (url) => this.#listen(url),
        () => !this.#stopped,
      );
      this.#deps.onNotify(undefined);
      this.#schedulePing(client);
    } catch (error) {
      this.#reconnectLater(error);
    }
  }

  /** Destroys the connection instead of saying goodbye: a silent one would never answer. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#client?.destroy();
  }

  async #listen(url: string): Promise<PgClient> {
    const client = newClient(url, {
      application_name: 'tradepost listener',
      connectionTimeoutMillis: this.#deps.pingTimeoutMs,
      query_timeout: this.#deps.pingTimeoutMs,
    });
    this.#client = client;
    client.on('notification', ({ payload }) => this.#deps.onNotify(Number(payload)));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      client.destroy();
      throw error;
    }
    client.on('error', (error) => this.#onConnectionLost(error, client));
    client.on('end', () => this.#onConnectionLost(new Error('the connection ended'), client));
    return client;
  }

  #schedulePing(client: PgClient): void {
    if (this.#stopped || client !== this.#client) return;
    this.#timer = setTimeout(() => {
      client.query('SELECT 1').then(
        () => this.#schedulePing(client),
        (error: unknown) => this.#onConnectionLost(error, client),
      );
    }, this.#deps.pingIntervalMs);
  }

  /** Acts once per connection: its loss is reported by an error, by its end, and by a failed ping. */
  #onConnectionLost(error: unknown, client: PgClient): void {
    if (client !== this.#client) return;
    this.#client = undefined;
    client.destroy();
    this.#hosts.leave(this.#hosts.url);
    this.#reconnectLater(error);
  }

  #reconnectLater(error: unknown): void {
    clearTimeout(this.#timer);
    if (this.#stopped) return;
    this.#deps.log.warn(
      { err: error },
      'the listener lost its connection; polling finds new deliveries meanwhile',
    );
    this.#timer = setTimeout(() => void this.start(), RECONNECT_DELAY_MS);
  }
}
