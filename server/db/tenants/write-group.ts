import { disconnected, type OnClosed } from '../../base/counters/fair-semaphore.ts';
import type { EventCause } from '../event-cause.ts';
import type { TimedPosition } from '../wal-position.ts';

/** The request that a write is for. */
export interface Writer {
  readonly cause: EventCause | undefined;
  readonly onClosed: OnClosed;
  /** Whether what it has read is recent enough for it to write. */
  isFresh(): boolean;
}

export interface Member {
  readonly value: unknown;
  readonly writer: Writer;
  /** With undefined if it has to write by itself. */
  readonly resolve: (rows: object[] | undefined) => void;
  readonly reject: (error: unknown) => void;
  stopWatching: () => void;
}

/** Writes that wait to be done together. */
export class WriteGroup {
  readonly #members = new Set<Member>();
  #size = 0;

  get count(): number {
    return this.#members.size;
  }

  /** The sum of what has joined, whether or not it has left again. */
  get size(): number {
    return this.#size;
  }

  /** A client that leaves before the group is closed takes its write along. */
  join(value: unknown, size: number, writer: Writer): Promise<object[] | undefined> {
    this.#size += size;
    return new Promise((resolve, reject) => {
      const member: Member = { value, writer, resolve, reject, stopWatching: () => {} };
      this.#members.add(member);
      // Called back at once if the client has left already.
      member.stopWatching = writer.onClosed(() => {
        if (this.#members.delete(member)) reject(disconnected());
      });
    });
  }

  /** Nobody leaves anymore. */
  close(): readonly Member[] {
    const members = [...this.#members];
    this.#members.clear();
    for (const { stopWatching } of members) stopWatching();
    return members;
  }
}

/** What caused the group's transaction: it tells all members' requests of its commit. */
export function causeOf(members: readonly Member[]): EventCause | undefined {
  const cause = members[0]?.writer.cause;
  if (!cause?.onCommit) return cause;
  const onCommit = (position: TimedPosition | undefined): void => {
    for (const { writer } of members) writer.cause?.onCommit?.(position);
  };
  return Object.assign({}, cause, { onCommit });
}
