import { Socket } from 'node:net';
import pg from 'pg';
import type { Logger } from 'pino';

const CHANNEL = 'webhook_deliveries';
/** Between tries to reach the database again. Polling goes on meanwhile. */
const RECONNECT_MS = 1_000;
/** How often the connection is asked whether it lives: a silent one tells nothing by itself. */
const ASK_EVERY_MS = 15_000;
/** For a database that is busy; the answer itself takes no time. */
const ANSWER_WITHIN_MS = 5_000;

export interface WakeUpParts {
  /** A direct connection: a PgBouncer in transaction mode passes no notifications on. */
  readonly url: string;
  readonly log: Logger;
  /** Told the tenant whose deliveries were committed, or undefined when messages may have been missed. */
  readonly heard: (tenantId: number | undefined) => void;
  /** ASK_EVERY_MS, unless a test cannot wait as long. */
  readonly askEveryMs?: number;
  /** ANSWER_WITHIN_MS, likewise. */
  readonly answerWithinMs?: number;
}

/** Hears of deliveries as they are committed. What it misses, polling finds. */
export class WakeUp {
  readonly #parts: WakeUpParts;
  readonly #askEveryMs: number;
  readonly #answerWithinMs: number;
  #client: pg.Client | undefined;
  #socket: Socket | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(parts: WakeUpParts) {
    this.#parts = parts;
    this.#askEveryMs = parts.askEveryMs ?? ASK_EVERY_MS;
    this.#answerWithinMs = parts.answerWithinMs ?? ANSWER_WITHIN_MS;
  }

  async start(): Promise<void> {
    const client = this.#connection();
    try {
      await this.#listen(client);
    } catch (error) {
      this.#lost(error, client);
    }
  }

  /** Hangs up rather than to take leave: a silent connection would never answer. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#socket?.destroy();
  }

  #connection(): pg.Client {
    const socket = new Socket();
    this.#socket = socket;
    const client = new pg.Client({
      connectionString: this.#parts.url,
      application_name: 'tradepost listener',
      connectionTimeoutMillis: this.#answerWithinMs,
      query_timeout: this.#answerWithinMs,
      keepAlive: true,
      stream: () => socket,
    });
    this.#client = client;
    client.on('error', (error) => this.#lost(error, client));
    client.on('end', () => this.#lost(new Error('the connection ended'), client));
    client.on('notification', ({ payload }) => this.#parts.heard(Number(payload)));
    return client;
  }

  async #listen(client: pg.Client): Promise<void> {
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
    }, this.#askEveryMs);
  }

  /** Once for each connection, however many ways it tells that it is gone. */
  #lost(error: unknown, client: pg.Client): void {
    if (client !== this.#client) return;
    this.#client = undefined;
    clearTimeout(this.#timer);
    this.#socket?.destroy();
    if (this.#stopped) return;
    this.#parts.log.warn(
      { err: error },
      'the listener lost its connection; new deliveries are found by polling',
    );
    this.#timer = setTimeout(() => void this.start(), RECONNECT_MS);
  }
}
