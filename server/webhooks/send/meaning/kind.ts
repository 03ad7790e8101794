import { endingOf, type StoredEnding } from '../attempt-ending.ts';

/** What is kept of an attempt, as far as it tells what went wrong. */
export interface AttemptFacts extends StoredEnding {
  /** Lines of `name: value`. Undefined or null where none are kept. */
  readonly responseHeaders?: string | null;
  /** Where it was sent. */
  readonly url?: string | null;
}

const STATUS_KINDS = {
  301: 'redirect',
  302: 'redirect',
  303: 'redirect',
  307: 'redirect',
  308: 'redirect',
  400: 'rejected',
  401: 'unauthorized',
  403: 'unauthorized',
  404: 'notFound',
  405: 'method',
  408: 'requestTimeout',
  409: 'conflict',
  410: 'gone',
  413: 'tooLarge',
  415: 'mediaType',
  421: 'misdirected',
  422: 'rejected',
  429: 'throttled',
  431: 'headersTooLarge',
  502: 'gateway',
  503: 'unavailable',
  504: 'gatewayTimeout',
} as const;

/** Codes of a connection that failed. The first that matches tells; `connect ` before a code means that nothing was sent. */
const CODE_KINDS = [
  ['connectTimeout', /^(UND_ERR_CONNECT_TIMEOUT|(connect )?ETIMEDOUT)$/],
  ['certificateExpired', /CERT_HAS_EXPIRED/],
  ['certificateNotYetValid', /CERT_NOT_YET_VALID/],
  ['certificateName', /ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH/],
  ['certificateSelfSigned', /SELF_SIGNED/],
  ['certificateChain', /UNABLE_TO_(GET|VERIFY)|CERT_UNTRUSTED|CERT_CHAIN|INVALID_CA/],
  ['tls', /CERT_|ERR_(SSL|TLS)_|EPROTO|HOSTNAME_|INVALID_PURPOSE/],
  [
    'dns',
    /^(UNREACHABLE_NAME|ENOTFOUND|ENODATA|EAI_\w+|ESERVFAIL|EREFUSED|ETIMEOUT|EBADRESP|EBADNAME|EFORMERR)$/,
  ],
  ['connectionRefused', /^(connect )?ECONNREFUSED$/],
  ['noRoute', /^(connect )?(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN)$/],
  ['responseTooLarge', /^(ANSWER_TOO_LONG|UND_ERR_HEADERS_OVERFLOW|TOO_MANY_INFORMATIONAL)$/],
  ['notHttp', /^(HTTPParserError|HPE_\w+|UND_ERR_RES_\w+)$/],
  ['aborted', /^(UND_ERR_(CLOSED|INVALID_ARG|ABORTED|DESTROYED)|ERR_INVALID_URL|EADDRNOTAVAIL)$/],
  ['connectionReset', /^connect /],
] as const;

export type MeaningKind =
  | 'accepted'
  | Exclude<(typeof STATUS_KINDS)[keyof typeof STATUS_KINDS], 'redirect'>
  | (typeof CODE_KINDS)[number][0]
  | 'redirectTo'
  | 'redirectNowhere'
  | 'blockPage'
  | 'throttledUntil'
  | 'gatewayPage'
  | 'serverError'
  | 'otherStatus'
  | 'timeout'
  | 'bodyTimeout'
  | 'closed'
  | 'cutOff'
  | 'address'
  | 'lost';

/** What became of an attempt, as staff are told. Undefined while it's under way. */
export function meaningKind(facts: AttemptFacts): MeaningKind | undefined {
  const { outcome, detail, responseStatus } = facts;
  const ending = endingOf(facts);
  if (ending === 'refused') return kindOfStatus(responseStatus ?? 0, facts);
  if (ending === 'timeout') return responseStatus === null ? 'timeout' : 'bodyTimeout';
  if (outcome !== 'connection') return ending as Exclude<typeof ending, 'connection' | 'invalid'>;
  const found = CODE_KINDS.find(([, codes]) => codes.test(detail ?? ''))?.[0];
  if (ending === 'connection') return found ?? 'connectionReset';
  // Sent already: what a code says of opening a connection isn't true of these.
  if (ending === 'closed') return found === 'aborted' ? found : 'closed';
  return found === 'responseTooLarge' || responseStatus === null ? (found ?? 'notHttp') : 'cutOff';
}

function kindOfStatus(status: number, facts: AttemptFacts): MeaningKind {
  const isPage = /^text\/html/i.test(headerOf(facts, 'content-type') ?? '');
  // 52x and 530 are Cloudflare's.
  const isGateway = [502, 503, 504, 530].includes(status) || (status >= 520 && status < 530);
  if (isGateway && isPage) return 'gatewayPage';
  if (isPage && [401, 403, 429].includes(status)) return 'blockPage';
  const kind = STATUS_KINDS[status as keyof typeof STATUS_KINDS] ?? (isGateway ? 'gateway' : undefined);
  if (kind === 'redirect') return redirectTarget(facts) === undefined ? 'redirectNowhere' : 'redirectTo';
  const asksToWait = headerOf(facts, 'retry-after') !== undefined;
  if (asksToWait && (kind === 'throttled' || kind === 'unavailable')) return 'throttledUntil';
  return kind ?? (status >= 500 && status < 600 ? 'serverError' : 'otherStatus');
}

/** Without what turns text around or can't be seen. */
export const printable = (header: string): string => header.replaceAll(/[^\x20-\x7e…]/g, '');

export const headerOf = (
  { responseHeaders }: Pick<AttemptFacts, 'responseHeaders'>,
  name: string,
): string | undefined =>
  responseHeaders
    ?.split('\n')
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2);

/** The absolute address that a redirect leads to. */
export function redirectTarget(facts: AttemptFacts): string | undefined {
  const location = headerOf(facts, 'location');
  if (!location) return undefined;
  // One that was cut for the record is told as far as it goes.
  return location.endsWith('…') ? printable(location) : URL.parse(location, facts.url ?? undefined)?.href;
}
