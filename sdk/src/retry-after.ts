// IMF-fixdate and the older form of RFC 9110, 5.6.7. Both end so; what else Date.parse takes is no date of HTTP.
const HTTP_DATE = /^\w+, .+ GMT$/;

/**
 * Seconds to wait that a Retry-After header asks for, as seconds or as a date. A date is compared with the answer's own
 * Date, so that a clock that is wrong here does not matter; without one, with `nowMs`. Undefined when there is no such
 * header or it cannot be read.
 */
export function retryAfterSeconds(headers: Headers, nowMs: number): number | undefined {
  const value = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(value)) return Number(value);
  const at = HTTP_DATE.test(value) ? Date.parse(value) : Number.NaN;
  const sent = Date.parse(headers.get('date') ?? '');
  const seconds = Math.max(0, (at - (Number.isNaN(sent) ? nowMs : sent)) / 1000);
  return Number.isNaN(seconds) ? undefined : seconds;
}
