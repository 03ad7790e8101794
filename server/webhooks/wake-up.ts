import pg from 'pg';
import type { Logger } from 'pino';

const CHANNEL = 'webhook_deliveries';
/** Between tries to reach the database again. Polling goes on meanwhile. */
const RECONNECT_MS = 1_000;
/** How often the connection is asked whether it lives, and how long it may take: a silent one tells nothing by itself. */
const ASK_EVERY_MS = 15_000;
const ANSWER_WITHIN_MS = 5_000;

export interface WakeUpParts {
  /** A direct connection: a PgBouncer in transaction mode passes no notifications on. */
  readonly url: string;
  readonly log: Logger;
  /** Told the tenant whose deliveries were committed, or undefined when messages may have been missed. */
  readonly heard: (tenantId: number | undefined) => void;
}

/** Hears of deliveries as they are committed. What it misses, polling finds. */
export class WakeUp {
  readonly #parts: WakeUpParts;
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(parts: WakeUpParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    try {
      await this.#listen();
    } catch (error) {
      this.#lost(error);
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#client?.end().catch(() => undefined);
  }

  async #listen(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#parts.url,
      application_name: 'tradepost listener',
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      keepAlive: true,
    });
    this.#client = client;
    client.on('error', (error) => this.#lost(error, client));
    client.on('end', () => this.#lost(new Error('the connection ended'), client));
    client.on('notification', ({ payload }) => this.#parts.heard(Number(payload)));
    await client.connect();
    await client.query(`LISTEN ${CHANNEL}`);
    this.#parts.heard(undefined);
    this.#askLater(client);
  }

  #askLater(client: pg.Client): void {
    if (this.#stopped || client !== this.#client) return;
    this.#timer = setTimeout(() => {
      client.query('SELECT 1').then(
        () => this.#askLater(client),
        (error: unknown) => this.#lost(error, client),
      );
    }, ASK_EVERY_MS);
  }

  /** Once for each connection, however many ways it tells that it is gone. */
  #lost(error: unknown, client = this.#client): void {
    if (client !== this.#client) return;
    this.#client = undefined;
    clearTimeout(this.#timer);
    client?.end().catch(() => undefined);
    if (this.#stopped) return;
    this.#parts.log.warn(
      { err: error },
      'the listener lost its connection; new deliveries are found by polling',
    );
    this.#timer = setTimeout(() => void this.start(), RECONNECT_MS);
  }
}
