import type { EventKey } from '../stores/event-store.ts';
import type { Queryable } from '../stores/postgres-transaction.ts';
import type { WebhookEvent } from '../verification/events.ts';
import { checkKey, checkPage, type GaveUpEvent, type GaveUpPage } from './gave-up.ts';
import {
  ADD,
  CLAIM,
  DEFER,
  DROP,
  GAVE_UP,
  GIVE_UP,
  REMOVE,
  RETRY,
  RETRY_ALL,
  RETRY_LATER,
} from './statements.ts';

/** An event that this process has until its lease ends. */
export interface ClaimedEvent extends EventKey {
  readonly event: WebhookEvent;
  readonly token: string;
  /** How often its handler has failed so far. */
  readonly failures: number;
}

/** As PostgreSQL returns it, with times in milliseconds. */
type GaveUpRow = Omit<GaveUpEvent, 'event' | 'receivedAt' | 'gaveUpAt'> & {
  event: string;
  receivedAt: number;
  gaveUpAt: number;
};

/** The events of one consumer in the table of `CREATE_TABLE`. */
export class InboxTable {
  readonly #database: Queryable;
  readonly #consumer: string;

  constructor(database: Queryable, consumer: string) {
    this.#database = database;
    this.#consumer = consumer;
  }

  async add(event: WebhookEvent): Promise<void> {
    await this.#run(ADD, { tenantId: event.tenant_id, eventId: event.event_id }, JSON.stringify(event));
  }

  /** What is due, the longest waiting first. `due_at` is when the lease ends. */
  async claim(limit: number, leaseMs: number): Promise<ClaimedEvent[]> {
    const { rows } = await this.#database.query(CLAIM, [this.#consumer, limit, leaseMs]);
    return (rows as (ClaimedEvent & { event: string })[]).map((row) => ({
      ...row,
      event: JSON.parse(row.event),
    }));
  }

  // These do nothing if the lease has ended and another process has claimed the event since.

  extend(claimed: ClaimedEvent, leaseMs: number): Promise<unknown> {
    return this.#run(DEFER, claimed, claimed.token, leaseMs);
  }

  retryLater(claimed: ClaimedEvent, delayMs: number, error: string): Promise<unknown> {
    return this.#run(RETRY_LATER, claimed, claimed.token, delayMs, error);
  }

  giveUp(claimed: ClaimedEvent, error: string): Promise<unknown> {
    return this.#run(GIVE_UP, claimed, claimed.token, error);
  }

  remove(claimed: ClaimedEvent): Promise<unknown> {
    return this.#run(REMOVE, claimed, claimed.token);
  }

  async gaveUp(page: GaveUpPage): Promise<GaveUpEvent[]> {
    const { limit, after } = checkPage(page);
    const start = after ? [after.gaveUpAt.getTime(), after.tenantId, after.eventId] : [0, 0, ''];
    const { rows } = await this.#database.query(GAVE_UP, [this.#consumer, limit, ...start]);
    return (rows as GaveUpRow[]).map(({ event, receivedAt, gaveUpAt, ...row }) => ({
      ...row,
      event: JSON.parse(event),
      receivedAt: new Date(receivedAt),
      gaveUpAt: new Date(gaveUpAt),
    }));
  }

  async retry(key: EventKey): Promise<boolean> {
    return (await this.#run(RETRY, key)).length > 0;
  }

  async retryAll(): Promise<number> {
    const { rows } = await this.#database.query(RETRY_ALL, [this.#consumer]);
    return (rows[0] as { count: number }).count;
  }

  async drop(key: EventKey): Promise<boolean> {
    return (await this.#run(DROP, key)).length > 0;
  }

  async #run(statement: string, key: EventKey, ...values: unknown[]): Promise<unknown[]> {
    const { tenantId, eventId } = checkKey(key);
    return (await this.#database.query(statement, [this.#consumer, tenantId, eventId, ...values])).rows;
  }
}
