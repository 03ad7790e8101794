import { randomUUID } from 'node:crypto';

const TIME_DIGITS = 12;

/** A UUID of version 7 (RFC 9562): it says when it was made, so that what it belongs to is found by its time, without an index. */
export function datedUuid(nowMs = Date.now()): string {
  const time = nowMs.toString(16).padStart(TIME_DIGITS, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/** When it was made, in ms; undefined for a UUID of another version. */
export const timeOfUuid = (uuid: string): number | undefined =>
  uuid[14] === '7' ? Number.parseInt(uuid.replaceAll('-', '').slice(0, TIME_DIGITS), 16) : undefined;
