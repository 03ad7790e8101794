import { tooManyConcurrent } from '../base/problems/api-problem.ts';
import { MAX_PAGE_BYTES } from '../db/sql/page-bytes.ts';

/**
 * What a process keeps of one tenant's responses until their clients take it from the socket. A tenant's connections to the
 * database read five pages of 4 MB at a time, so clients that read don't come near it. 30 clients that never read held 836 MB.
 */
export const MAX_UNREAD_BYTES = 32_000_000;
/** Smaller responses don't count: as many as a tenant may have in progress, 500, have 8 MB. */
const MIN_COUNTED_BYTES = 16_384;
/** A client that reads slowly takes a page of 4 MB at 32 Mbit/s in this time. */
const RETRY_AFTER_SECONDS = 1;

/** Counts the bytes of the responses that each tenant's clients haven't read yet. */
export class UnreadResponses {
  readonly #bytes = new Map<number, number>();

  /** Throws when the tenant has no room for a response of this size, or of a page. */
  requireRoom(tenantId: number, bytes = MAX_PAGE_BYTES): void {
    const unread = this.#bytes.get(tenantId) ?? 0;
    if (unread === 0 || unread + bytes <= MAX_UNREAD_BYTES) return;
    throw tooManyConcurrent(
      `The tenant's clients already have ${MAX_UNREAD_BYTES / 1_000_000} MB of responses to read, which is the limit. Read them, or close their connections.`,
      RETRY_AFTER_SECONDS,
    );
  }

  /** Returns the release function, to be called once when the response has left the process; undefined if it doesn't count. */
  add(tenantId: number, bytes: number): (() => void) | undefined {
    if (bytes < MIN_COUNTED_BYTES) return undefined;
    this.#change(tenantId, bytes);
    return () => this.#change(tenantId, -bytes);
  }

  #change(tenantId: number, bytes: number): void {
    const unread = (this.#bytes.get(tenantId) ?? 0) + bytes;
    if (unread > 0) this.#bytes.set(tenantId, unread);
    else this.#bytes.delete(tenantId);
  }
}
