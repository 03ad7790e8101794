import { checkHeader } from './config.ts';
import type { AnyOptions } from './request-options.ts';

/** The headers that follow from the options of a call. */
export function headersOf(options: AnyOptions, streamed = false): Record<string, string> {
  const { idempotencyKey, ifMatch, ifNoneMatch } = options;
  const headers: Record<string, string> = { ...options.headers };
  for (const name in headers) checkHeader(name, headers[name]!);
  if (streamed) headers.accept = 'text/csv, application/x-ndjson';
  if (idempotencyKey !== undefined)
    headers['idempotency-key'] = checkHeader('idempotencyKey', idempotencyKey);
  if (ifMatch !== undefined) headers['if-match'] = checkHeader('ifMatch', toEtag(ifMatch));
  if (ifNoneMatch !== undefined) headers['if-none-match'] = checkHeader('ifNoneMatch', toEtag(ifNoneMatch));
  return headers;
}

const toEtag = (version: number | string): string => (typeof version === 'number' ? `"${version}"` : version);
