import { ConfigurationError } from '../../errors/tradepost-error.ts';
import type { DeliveryInbox, InboxReceiver } from '../receiver/receiver.ts';
import type { WebhookAnswer, WebhookReport } from '../receiver/response.ts';
import type { EventKey } from '../stores/event-store.ts';
import type { Queryable } from '../stores/postgres-transaction.ts';
import type { WebhookEvent } from '../verification/events.ts';
import type { GaveUpEvent, GaveUpPage } from './gave-up.ts';
import { InboxTable } from './inbox-table.ts';
import {
  checkObject,
  type InboxRunOptions,
  type ResolvedRunOptions,
  resolveRunOptions,
} from './run-options.ts';
import { within } from './within.ts';
import { InboxWorker } from './worker.ts';

export type { GaveUpEvent, GaveUpPage } from './gave-up.ts';

/**
 * Keeps events in the table of `CREATE_TABLE` until they are handled. `database` is a pool of `pg`, or anything that runs a
 * statement. Pass it to `receiver.inbox({ store: postgresInbox(pool) })`.
 */
export function postgresInbox(database: Queryable): { open(receiver: InboxReceiver): WebhookInbox } {
  if (typeof database?.query !== 'function')
    throw new ConfigurationError(
      'postgresInbox needs a pool or client of pg, or something with its query().',
    );
  return { open: (receiver) => new WebhookInbox(database, receiver) };
}

/** By their handlers. */
const receiversWithInbox = new WeakSet<object>();

/** The inbox of a receiver. Created by `receiver.inbox({ store: postgresInbox(pool) })`. */
export class WebhookInbox implements DeliveryInbox {
  readonly #receiver: InboxReceiver;
  readonly #table: InboxTable;
  readonly #workers = new Set<InboxWorker>();

  /** @internal */
  constructor(database: Queryable, receiver: InboxReceiver) {
    const { consumer } = receiver.options;
    if (!consumer)
      throw new ConfigurationError(
        'An inbox needs a name. Pass `consumer` to createWebhookReceiver: processes with the same one share the work.',
      );
    if (receiversWithInbox.has(receiver.handlers))
      throw new ConfigurationError('The receiver already has an inbox.');
    receiversWithInbox.add(receiver.handlers);
    this.#receiver = receiver;
    this.#table = new InboxTable(database, consumer);
  }

  /** Stores the event and returns the response to send. Called by the receiver for each verified delivery. */
  async accept(event: WebhookEvent): Promise<WebhookAnswer> {
    const { storeTimeoutMs } = this.#receiver.options;
    const unavailable = (error: unknown) => answer(503, { outcome: 'store_unavailable', event, error });
    const stored = this.#table.add(event).then(() => answer(200, { outcome: 'stored', event }), unavailable);
    const result = await within(storeTimeoutMs, stored, () =>
      unavailable(new Error(`PostgreSQL did not respond within ${storeTimeoutMs} ms.`)),
    );
    this.#wakeWorkers();
    return result;
  }

  /**
   * Has events handled as they arrive, in this process, until the signal aborts; then it waits for the handlers that are
   * running. If PostgreSQL is unavailable it reports that and goes on. Any number of processes can do it at once.
   */
  async run(options: InboxRunOptions = {}): Promise<void> {
    await this.#work(options, (worker) => worker.run());
  }

  /**
   * Has everything handled that is due now, and returns how many events that were. For tests and for jobs that run at
   * intervals. Rejects if PostgreSQL is unavailable.
   */
  async runDue(options: InboxRunOptions = {}): Promise<number> {
    return this.#work(options, async (worker, { signal }) => {
      let total = 0;
      while (!signal?.aborted) {
        const begun = await worker.tick();
        await worker.settled();
        if (begun === 0) break;
        total += begun;
      }
      return total;
    });
  }

  async #work<Result>(
    options: InboxRunOptions,
    run: (worker: InboxWorker, options: ResolvedRunOptions) => Promise<Result>,
  ): Promise<Result> {
    checkObject(options);
    const resolved = resolveRunOptions(options);
    // Events without a handler are ignored. If it has none at all, the call is in the wrong place, and all would be lost.
    if (this.#receiver.handlers.size === 0)
      throw new ConfigurationError('The receiver has no handlers yet. Set them before you run its inbox.');
    const worker = new InboxWorker(this.#table, this.#receiver.handle, resolved);
    this.#workers.add(worker);
    return run(worker, resolved).finally(() => this.#workers.delete(worker));
  }

  /** The events that gave up, in the order in which they did. */
  async listGaveUp(page: GaveUpPage = {}): Promise<GaveUpEvent[]> {
    checkObject(page);
    return this.#table.gaveUp(page);
  }

  /** Has an event handled that gave up, with the whole schedule of retries. False if it isn't in the list. */
  async retry(key: EventKey): Promise<boolean> {
    const found = await this.#table.retry(key);
    this.#wakeWorkers();
    return found;
  }

  /** The same for all events that gave up. Returns how many they are. */
  async retryAll(): Promise<number> {
    const count = await this.#table.retryAll();
    this.#wakeWorkers();
    return count;
  }

  /** Deletes an event that gave up. False if it isn't in the list. */
  async drop(key: EventKey): Promise<boolean> {
    return this.#table.drop(key);
  }

  #wakeWorkers(): void {
    for (const worker of this.#workers) worker.wake();
  }
}

// Not by the receiver's own function: sharing code with an entry puts it into a file of its own, which delays its import.
function answer(status: number, report: WebhookReport): WebhookAnswer {
  const headers = { 'content-type': 'application/json' };
  return { ...report, status, headers, body: JSON.stringify({ outcome: report.outcome }) };
}
