import type { Position } from '../base/cursors.ts';

/** A history of the feed without a break. */
export interface Epoch {
  readonly id: string;
  /** The last position that it shares with the epoch before. */
  readonly start: number;
}

/** Where a reader is, and in which history it got there. */
export interface FeedCursor {
  readonly position: number;
  /** Undefined in cursors from before there were epochs. */
  readonly epoch?: string;
  /** The first epoch of the database that issued the cursor. */
  readonly root?: string;
  /** The lowest position at which an epoch of that database began, after the first one. */
  readonly fork?: number;
}

/**
 * Up to where the reader's events are the feed's, if the reader is farther on: the database has been restored to an earlier point,
 * or a failover lost its last moments. Undefined if the reader can go on.
 */
export function rewoundTo(epochs: readonly Epoch[], cursor: FeedCursor, last: number): number | undefined {
  const common = Math.min(last, ...laterStarts(epochs, cursor));
  return cursor.position > common ? common : undefined;
}

/** Where the feed left the reader's history. An unknown epoch was lost in a restore, and so were its own starts. */
function laterStarts(epochs: readonly Epoch[], { epoch, root, fork }: FeedCursor): number[] {
  const known = epoch === undefined ? 0 : epochs.findIndex(({ id }) => id === epoch);
  const begun = (from: number): number[] => epochs.slice(from).map(({ start }) => start);
  if (known !== -1) return begun(known + 1);
  const isRootKnown = epochs[0]!.id === root;
  return [...(fork === undefined ? [] : [fork]), ...begun(isRootKnown ? 1 : 0)];
}

/** As the value of a cursor: `epoch/root/fork`. */
export function writeCursor(epochs: readonly Epoch[], position: number): Pick<Position, 'value' | 'id'> {
  const forks = epochs.slice(1).map(({ start }) => start);
  const fork = forks.length > 0 ? Math.min(...forks) : '';
  return { value: `${epochs.at(-1)!.id}/${epochs[0]!.id}/${fork}`, id: String(position) };
}

export function readCursor({ value, id }: Pick<Position, 'value' | 'id'>): FeedCursor {
  const position = Number(id);
  if (value === null) return { position };
  const [epoch = '', root = '', fork = ''] = value.split('/');
  return { position, epoch, root, ...(fork && { fork: Number(fork) }) };
}
