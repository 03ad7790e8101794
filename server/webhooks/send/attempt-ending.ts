/**
 * How an attempt ended, as staff are told. `connection`: nothing was sent. After `timeout`, `closed`, `invalid` and `lost` the
 * endpoint may have processed the delivery. `lost`: the worker was.
 */
export type Ending =
  | 'accepted'
  | 'refused'
  | 'timeout'
  | 'connection'
  | 'closed'
  | 'invalid'
  | 'address'
  | 'lost';

/** What is stored of an attempt that ended. */
export interface StoredEnding {
  /** `connection` stands for three endings: its `detail` tells which. */
  readonly outcome: string | null;
  readonly detail: string | null;
  readonly responseStatus: number | null;
}

/** Codes of an outcome `connection`, by when they come. Any other code may come after the request was sent. */
const CODES: readonly (readonly [ending: 'connection' | 'invalid', codes: RegExp])[] = [
  // The name isn't resolved, or to a blocked address. The others are of before 0.2.0 (Node and c-ares).
  [
    'connection',
    /^(UNREACHABLE_NAME|ENOTFOUND|ENODATA|EAI_\w+|ESERVFAIL|EREFUSED|ETIMEOUT|EBADRESP|EBADNAME|EFORMERR)$/,
  ],
  // No connection is made.
  ['connection', /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT)$/],
  // The certificate isn't trusted, or both sides find no common TLS.
  [
    'connection',
    /^(CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_|INVALID_|ERR_TLS_|ERR_SSL_)\w+$|^EPROTO$/,
  ],
  // Our own pool takes no more requests, or can't make one of this.
  ['connection', /^(UND_ERR_CLOSED|UND_ERR_INVALID_ARG|ERR_INVALID_URL)$/],
  // What came isn't a response in HTTP, or has no end.
  [
    'invalid',
    /^(HTTPParserError|HPE_\w+|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_\w+|TOO_MANY_INFORMATIONAL|ANSWER_TOO_LONG)$/,
  ],
];

const BEFORE = 'connect ';
const AFTER = 'read ';

function endingOfCode(code: string): 'connection' | 'closed' | 'invalid' {
  if (code.startsWith(BEFORE)) return 'connection';
  return CODES.find(([, codes]) => codes.test(code))?.[0] ?? 'closed';
}

/**
 * The text that is stored for a failed connection. Some codes come before and after the request: ECONNRESET during TLS, or
 * EHOSTUNREACH in the middle of a response. Where the table would say the wrong thing, the text says which it was.
 */
export function failureDetail(code: string, isSent: boolean): string {
  const ending = endingOfCode(code);
  if (!isSent && ending !== 'connection') return BEFORE + code;
  return isSent && ending === 'connection' ? AFTER + code : code;
}

/** Whether any of the request may have left. */
export function isSent(attempt: StoredEnding | undefined): boolean {
  const ending = attempt && endingOf(attempt);
  return attempt !== undefined && ending !== 'connection' && ending !== 'address';
}

/** Undefined while the attempt is under way. */
export function endingOf({ outcome, detail, responseStatus }: StoredEnding): Ending | undefined {
  if (outcome !== 'connection') return (outcome as Ending | null) ?? undefined;
  // The response broke off after its headers.
  return responseStatus !== null ? 'invalid' : endingOfCode(detail ?? '');
}
