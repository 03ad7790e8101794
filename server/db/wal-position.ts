declare const position: unique symbol;
/**
 * A position in the write-ahead log as 24 hexadecimal digits: 8 of the timeline, which a promotion begins anew, and 16 of the LSN. Of
 * two positions the later one is greater as text.
 */
export type WalPosition = string & { readonly [position]: true };

const TIMELINE_DIGITS = 8;

/** `timeline` in hexadecimal, `lsn` as PostgreSQL writes it: `16/B374D848`. */
export interface WalColumns {
  readonly timeline: string;
  readonly lsn: string;
}

export function walPosition({ timeline, lsn }: WalColumns): WalPosition {
  const digits = [timeline, ...lsn.split('/')].map((part) => part.padStart(TIMELINE_DIGITS, '0'));
  return digits.join('').toLowerCase() as WalPosition;
}

/**
 * A position, and the primary's clock in microseconds, in hexadecimal. The clock was read before the position, so of two of them the
 * later one's position is behind everything that had committed when the earlier one was read, even if it's the smaller position.
 */
export interface TimedPosition {
  readonly time: string;
  readonly position: WalPosition;
}

/** `digits`: 24, as in a position that was encrypted. */
export const walPositionOf = (digits: string): WalPosition => digits as WalPosition;

/**
 * Whether who has replayed the log up to here has also seen what was written there. A later timeline continues an earlier one up to
 * some point, and what was written behind that point is lost everywhere. The other way round nothing is known.
 */
export const includes = (replayed: WalPosition, written: WalPosition): boolean =>
  written.slice(0, TIMELINE_DIGITS) <= replayed.slice(0, TIMELINE_DIGITS) &&
  written.slice(TIMELINE_DIGITS) <= replayed.slice(TIMELINE_DIGITS);

/**
 * Later than everything on this timeline, so that only the primary will do. Once the standby that is promoted has begun the next one,
 * that has everything.
 */
export const endOfTimeline = (timeline: string): WalPosition =>
  walPosition({ timeline: (Number.parseInt(timeline, 16) + 1).toString(16), lsn: '0/0' });

export const laterOf = (a: WalPosition, b: WalPosition): WalPosition => (a < b ? b : a);
