/** A response without its body. A Response is one. */
export type AnswerHead = Pick<Response, 'ok' | 'status' | 'statusText' | 'headers'>;

export function requestIdOf(response: Pick<Response, 'headers'>): string | undefined {
  return response.headers.get('x-request-id') ?? undefined;
}

// The two forms of RFC 9110, 5.6.7 that end in GMT: IMF-fixdate and RFC 850. Date.parse accepts more than HTTP has.
const HTTP_DATE = /^\w+, .+ GMT$/;

/**
 * The seconds that a Retry-After header asks for, whether in seconds or as a date. A date is compared with the
 * response's own Date, so that a wrong local clock doesn't matter, or with `nowMs` if it has none. Undefined if the
 * header is missing or can't be read.
 */
export function retryAfterSeconds(headers: Headers, nowMs: number): number | undefined {
  const value = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(value)) return Number(value);
  const at = HTTP_DATE.test(value) ? Date.parse(value) : Number.NaN;
  const sent = Date.parse(headers.get('date') ?? '');
  const seconds = Math.max(0, (at - (Number.isNaN(sent) ? nowMs : sent)) / 1000);
  return Number.isNaN(seconds) ? undefined : seconds;
}
