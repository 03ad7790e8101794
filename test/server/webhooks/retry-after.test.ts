import { describe, expect, it } from 'vitest';
import { retryAfterMs } from '../../../server/webhooks/send/rules/retry-after.ts';

const NOW = Date.UTC(2026, 10, 20, 18, 0, 0);
const HOUR = 3_600_000;

describe('a Retry-After header', () => {
  const asked: [header: string, waitMs: number][] = [
    ['0', 0],
    ['120', 120_000],
    ['007', 7_000],
    ['86400', 24 * HOUR],
    ['Fri, 20 Nov 2026 18:00:00 GMT', 0],
    ['Fri, 20 Nov 2026 19:00:00 GMT', HOUR],
    ['Sat, 21 Nov 2026 18:00:00 GMT', 24 * HOUR],
    ['Friday, 20-Nov-26 18:30:00 GMT', HOUR / 2],
    ['Fri Nov 20 18:00:01 2026', 1_000],
  ];
  it.each(asked)('of %s asks to wait %i ms', (header, waitMs) => {
    expect(retryAfterMs(header, NOW)).toBe(waitMs);
  });

  it('in asctime format may have a one-digit day', () => {
    expect(retryAfterMs('Sun Nov  1 00:00:30 2026', Date.UTC(2026, 10, 1))).toBe(30_000);
  });

  it('with a two-digit year means the last century when it would be over 50 years ahead', () => {
    const in1999 = Date.UTC(1999, 11, 31, 23, 59, 0);
    expect(retryAfterMs('Friday, 31-Dec-99 23:59:30 GMT', in1999)).toBe(30_000);
    expect(retryAfterMs('Saturday, 20-Nov-99 18:30:00 GMT', NOW)).toBeUndefined();
  });

  it.each([
    ['is absent', null],
    ['is empty', ''],
    ['is negative', '-1'],
    ['has a sign', '+5'],
    ['has a fraction', '1.5'],
    ['has an exponent', '1e3'],
    ['is hexadecimal', '0x10'],
    ['has 400 digits', '9'.repeat(400)],
    ['is one second over a day', '86401'],
    ['is a word', 'soon'],
    ['is a list', '5, 10'],
    ['starts with a space', ' 5'],
    ['is a date in the past', 'Fri, 20 Nov 2026 17:59:59 GMT'],
    ['is a date over a day ahead', 'Sat, 21 Nov 2026 18:00:01 GMT'],
    ['is an ISO date', '2026-11-20T19:00:00Z'],
    ['is in another time zone', 'Fri, 20 Nov 2026 19:00:00 +0100'],
    ['is a day that does not exist', 'Fri, 31 Nov 2026 19:00:00 GMT'],
    ['is an hour that does not exist', 'Fri, 20 Nov 2026 24:30:00 GMT'],
    ['is a second that does not exist', 'Fri, 20 Nov 2026 18:00:61 GMT'],
    ['has a month in another language', 'Fri, 20 Dez 2026 19:00:00 GMT'],
    ['ends with a line feed', 'Fri, 20 Nov 2026 19:00:00 GMT\n'],
  ])('is ignored when it %s', (_, header) => {
    expect(retryAfterMs(header, NOW)).toBeUndefined();
  });
});
