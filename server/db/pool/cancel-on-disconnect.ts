import { disconnected, type OnClosed } from '../../base/counters/fair-semaphore.ts';
import type { PgClient } from '../wire/pg-client.ts';

/**
 * A cancel is a connection and a process of PostgreSQL. Ordinary lists take a millisecond and have ended before it arrives. With the
 * connections that tenants have of a pool of 10, no more than 32 cancels a second can come of it.
 */
export const CANCEL_AFTER_MS = 250;
const CANCELED = '57014';

/** Cancels the statement that a connection runs, if it still does when the client has left that asked for it. */
export class CancelOnDisconnect {
  readonly #stopListening: () => void;
  #timer: NodeJS.Timeout | undefined;
  #canceled: Promise<boolean> | undefined;

  constructor(client: PgClient, onClosed: OnClosed) {
    const startedAt = performance.now();
    const cancel = (): void => {
      this.#canceled = client.cancelStatement();
    };
    this.#stopListening = onClosed(() => {
      this.#timer = setTimeout(cancel, startedAt + CANCEL_AFTER_MS - performance.now());
    });
  }

  /** The statement has ended. If it was canceled: whether the connection's next one can't be canceled in its place. */
  ended(): Promise<boolean> | undefined {
    this.#stopListening();
    clearTimeout(this.#timer);
    return this.#canceled;
  }

  /** What the request fails with. */
  errorOf(error: Error): Error {
    return this.#canceled && (error as { code?: string }).code === CANCELED ? disconnected() : error;
  }
}
