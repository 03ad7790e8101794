import { randomUUID } from 'node:crypto';
import type { TimedPosition } from './wal-position.ts';

/** The request on whose behalf a transaction runs. */
export interface EventCause {
  /** A UUID of ours. */
  readonly requestId: string;
  /** W3C Trace Context, while traces are exported. */
  readonly traceparent?: string | undefined;
  /**
   * Called after the commit, with a position behind it, or with undefined if PostgreSQL couldn't say it anymore. Asked for only if there
   * is somebody to tell, which is with replicas.
   */
  readonly onCommit?: ((position: TimedPosition | undefined) => void) | undefined;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * What follows BEGIN, in the same round trip: settings that end with the transaction, from which events take their cause
 * (migration 032). Nothing stays on a connection that PgBouncer hands to somebody else.
 */
export function settingsOf(cause: EventCause | undefined): string {
  if (!cause) return '';
  const { requestId, traceparent } = cause;
  return set('request_id', requestId, UUID) + set('traceparent', traceparent, TRACEPARENT);
}

/** The same as values of a statement's parameters; null without a cause. */
export function causeValues(cause: EventCause | undefined): {
  request_id: string | null;
  traceparent: string | null;
} {
  if (!cause) return { request_id: null, traceparent: null };
  return {
    request_id: UUID.test(cause.requestId) ? cause.requestId : '',
    traceparent: cause.traceparent && TRACEPARENT.test(cause.traceparent) ? cause.traceparent : '',
  };
}

/**
 * A condition that is always true, for a statement that may be a transaction by itself: no BEGIN has set then what its events are
 * caused by. Null means that the transaction has begun, and has it.
 */
export const SET_CAUSE = `(SELECT CASE WHEN :request_id::text IS NOT NULL THEN
         set_config('tradepost.request_id', :request_id::text, true)
         || set_config('tradepost.traceparent', :traceparent::text, true) ELSE '' END) IS NOT NULL`;

/** The text has no parameters, so only what can't contain a quote goes into it. */
function set(name: string, value: string | undefined, form: RegExp): string {
  return value !== undefined && form.test(value) ? `; SET LOCAL tradepost.${name} = '${value}'` : '';
}

const TIME_DIGITS = 12;

/** A UUID of version 7 (RFC 9562): it says when it was made, so that what it belongs to is found by its time, without an index. */
export function datedUuid(nowMs = Date.now()): string {
  const time = nowMs.toString(16).padStart(TIME_DIGITS, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/** When it was made, in ms; undefined for a UUID of another version. */
export const timeOfUuid = (uuid: string): number | undefined =>
  uuid[14] === '7' ? Number.parseInt(uuid.replaceAll('-', '').slice(0, TIME_DIGITS), 16) : undefined;
