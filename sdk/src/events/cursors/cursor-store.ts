/** Remembers where a program is in the event feed, over restarts. */
export interface CursorStore {
  /** The cursor that was saved last; undefined or null if there is none. */
  read(): string | null | undefined | Promise<string | null | undefined>;
  /** Returns when the cursor is saved: a program that is killed later continues from it. */
  write(cursor: string): void | Promise<void>;
  /**
   * Called when a loop begins to follow the feed. Throws if another loop of this process uses the same cursor: each would skip
   * what the other has saved. Returns what to call when the loop has ended.
   */
  open?(): () => void;
}
