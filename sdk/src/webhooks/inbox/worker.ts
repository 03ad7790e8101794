import type { InboxReceiver } from '../receiver/receiver.ts';
import type { WebhookAnswer } from '../receiver/response.ts';
import type { ClaimedEvent, InboxTable } from './inbox-table.ts';
import { nextDelayMs, type ResolvedRunOptions } from './run-options.ts';
import { within } from './within.ts';

const DONE: ReadonlySet<string> = new Set(['handled', 'duplicate', 'ignored']);
const UNAVAILABLE_MS = 5_000; // until an event is tried again whose store didn't respond
const FAILED_SCHEDULE_MS = 60_000; // after a failure for which the caller's function returned no delay
const MAX_PAUSE_MS = 30_000; // while PostgreSQL is unavailable
const ERROR_LENGTH = 1_000;

type Handled = Pick<WebhookAnswer, 'outcome' | 'error' | 'headers'>;

/** Claims events and has the receiver handle them, a number of them at once. */
export class InboxWorker {
  readonly #table: InboxTable;
  readonly #handle: InboxReceiver['handle'];
  readonly #options: ResolvedRunOptions;
  readonly #running = new Set<Promise<void>>();
  #wake = (): void => {};
  #woken = false;

  constructor(table: InboxTable, handle: InboxReceiver['handle'], options: ResolvedRunOptions) {
    this.#table = table;
    this.#handle = handle;
    this.#options = options;
  }

  /** Begins with what is due, if there is a free slot. Returns how many. Rejects if PostgreSQL is unavailable. */
  async tick(): Promise<number> {
    const free = this.#options.concurrency - this.#running.size;
    if (free === 0) return 0;
    const claimed = await this.#table.claim(free, this.#options.leaseMs);
    for (const each of claimed) {
      const work = this.#process(each).finally(() => {
        this.#running.delete(work);
        this.wake();
      });
      this.#running.add(work);
    }
    return claimed.length;
  }

  /** Resolves when all that was begun has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }

  /** Looks for events at once instead of after the next pause. */
  wake(): void {
    this.#woken = true;
    this.#wake();
  }

  /** Until the signal aborts. Doesn't reject. */
  async run(): Promise<void> {
    const { signal, concurrency, pollMs } = this.#options;
    const wake = (): void => this.wake();
    signal?.addEventListener('abort', wake);
    let failures = 0;
    while (!signal?.aborted) {
      this.#woken = false;
      const begun = await this.tick().catch((error) => this.#report(error));
      failures = begun === undefined ? failures + 1 : 0;
      if (!begun || this.#running.size === concurrency)
        await this.#pause(Math.min(pollMs * 2 ** failures, MAX_PAUSE_MS));
    }
    signal.removeEventListener('abort', wake);
    await this.settled();
  }

  #pause(delayMs: number): Promise<void> | undefined {
    if (this.#woken) return undefined;
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, delayMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Doesn't reject: what can't be recorded comes again when its lease ends. */
  async #process(claimed: ClaimedEvent): Promise<void> {
    const { leaseMs } = this.#options;
    const extend = () => this.#table.extend(claimed, leaseMs).catch((error) => this.#report(error));
    const timer = setInterval(extend, leaseMs / 3);
    try {
      await this.#record(claimed, await this.#handleInTime(claimed));
    } catch (error) {
      await this.#report(error);
    } finally {
      clearInterval(timer);
    }
  }

  /** A handler that doesn't finish would keep its slot for ever. */
  #handleInTime({ event }: ClaimedEvent): Promise<Handled> {
    const { handlerTimeoutMs } = this.#options;
    const error = new Error(`The handler took longer than handlerTimeoutMs, ${handlerTimeoutMs} ms.`);
    return within<Handled>(handlerTimeoutMs, this.#handle(event), () => ({
      outcome: 'failed',
      error,
      headers: {},
    }));
  }

  #record(claimed: ClaimedEvent, { outcome, error, headers }: Handled): Promise<unknown> {
    if (DONE.has(outcome)) return this.#table.remove(claimed);
    if (outcome === 'failed') return this.#retryOrGiveUp(claimed, error);
    // Another process has it, or the store is unavailable. The handler hasn't failed.
    const seconds = headers['retry-after'];
    return this.#table.extend(claimed, seconds === undefined ? UNAVAILABLE_MS : Number(seconds) * 1000);
  }

  async #retryOrGiveUp(claimed: ClaimedEvent, error: unknown): Promise<void> {
    const { event } = claimed;
    const failures = claimed.failures + 1;
    const delayMs = await nextDelayMs(this.#options.retryDelaysSeconds, failures, error, event).catch(
      async (mistake) => {
        await this.#report(mistake);
        return FAILED_SCHEDULE_MS;
      },
    );
    const text = textOf(error);
    if (delayMs !== undefined) return void (await this.#table.retryLater(claimed, delayMs, text));
    await this.#table.giveUp(claimed, text);
    const message = `${event.event_type} ${event.event_id} gave up after ${failures} failures. See inbox.listGaveUp().`;
    await this.#report(new Error(message, { cause: error }));
  }

  async #report(error: unknown): Promise<undefined> {
    try {
      await this.#options.onError(error instanceof Error ? error : new Error(String(error)));
    } catch (failure) {
      console.error(failure); // a failing logger doesn't stop the inbox
    }
  }
}

function textOf(error: unknown): string {
  try {
    return String(error).slice(0, ERROR_LENGTH).replaceAll('\0', ''); // which PostgreSQL refuses
  } catch {
    return 'The handler threw a value that has no text.';
  }
}
