import { ConfigurationError } from '../errors/tradepost-error.ts';
import { checkHeader, checkNames, checkPlain, checkText, checkWholeNumber } from './check-options.ts';
import { checkIdempotencyKey } from './idempotency-key.ts';

/** What every call takes. */
export interface RequestOptions {
  /** Aborting it ends the call, also during the delay before a retry. The call throws its reason. */
  signal?: AbortSignal | undefined;
  /** Overrides the client's, for each attempt of this call. When a list is iterated, each page is a call. */
  timeoutMs?: number | undefined;
  /** Overrides the client's, for this call; 0 for no retries. */
  maxRetries?: number | undefined;
  /** More headers, such as a correlation id. */
  headers?: Readonly<Record<string, string | undefined>> | undefined;
}

/** How far the iteration of a list is. */
export interface ListProgress {
  /** How many pages have come. */
  pages: number;
  /** How many rows they have. */
  rows: number;
}

export interface ListOptions extends RequestOptions {
  /** Called when a page has come while you iterate the list, and waited for. What it throws ends the iteration. */
  onPage?: ((progress: ListProgress) => void | Promise<void>) | undefined;
}

export interface CreateOptions extends RequestOptions {
  /**
   * A UUID, for example, for each thing that you want done once. Repeating the call with it within 24 h does nothing
   * twice. By default the client generates one per call, which covers its own retries but not yours. It has 1 to 255
   * characters of printable ASCII and no blanks; `idempotencyKeyOf` makes one of any text.
   */
  idempotencyKey?: string | undefined;
}

export interface ChangeOptions extends RequestOptions {
  /** The `version` that you read, or its ETag. If it has changed since, nothing is written (412). */
  ifMatch?: number | string | undefined;
}

/** For what is done to a row that exists, such as the payment of an order. */
export type ActionOptions = CreateOptions & ChangeOptions;

export interface UpsertOptions extends ChangeOptions {
  /**
   * `'*'` only creates: if the id already exists, nothing is written (412). With a `version` or an ETag, nothing is
   * written if that is still the current one.
   */
  ifNoneMatch?: number | string | undefined;
}

/** For batches whose rows may be found by another field. */
export interface MatchOptions<Field extends string> {
  /** The field by which items find the rows that exist. Each item must have it, unless it's `external_id`, the default. */
  matchBy?: Field | undefined;
}

/** All options. The types of the operations say which of them each takes. */
export type AnyOptions = CreateOptions & UpsertOptions & MatchOptions<string>;

export const CALL_OPTIONS: readonly string[] = [
  'signal',
  'timeoutMs',
  'maxRetries',
  'headers',
] satisfies (keyof RequestOptions)[];

/** POSTs that write take a key. Without one the server has nothing to remember. */
export const TAKES_KEY = /^post (?!\/orders\/quote|\/coupons\/validate)/i;

/** The other options, by the methods and paths that take them: from any other they would be missing without a word. */
const TAKEN_BY: Readonly<Record<Exclude<keyof AnyOptions, keyof RequestOptions>, RegExp>> = {
  idempotencyKey: TAKES_KEY,
  ifMatch: /^(p[au]|d)|^post \/orders\/{/,
  ifNoneMatch: /^put .*external/,
  matchBy: /(products|customers)\/batch/,
};

export function checkOptions(options: AnyOptions, method: string, path: string): void {
  const taken = Object.entries(TAKEN_BY).filter(([, by]) => by.test(`${method} ${path}`));
  checkNames(options, [...CALL_OPTIONS, ...taken.map(([name]) => name)]);
  checkSignal(options.signal);
}

/** Falsy ones are none, as for fetch. Most often it's the AbortController itself. */
function checkSignal(signal: AbortSignal | undefined): void {
  if (signal && typeof signal.aborted !== 'boolean')
    throw new ConfigurationError("signal isn't an AbortSignal.");
}

/** The headers that follow from the options of a call. */
export function headersOf(options: AnyOptions, streamed = false): Record<string, string> {
  const { idempotencyKey, ifMatch, ifNoneMatch } = options;
  const headers = ownHeaders(options.headers);
  if (streamed) headers.accept = 'text/csv, application/x-ndjson';
  if (idempotencyKey !== undefined) headers['idempotency-key'] = checkIdempotencyKey(idempotencyKey);
  if (ifMatch !== undefined) headers['if-match'] = etagOf('ifMatch', ifMatch);
  if (ifNoneMatch !== undefined) headers['if-none-match'] = etagOf('ifNoneMatch', ifNoneMatch);
  return headers;
}

function ownHeaders(given: NonNullable<RequestOptions['headers']> = {}): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(checkPlain('headers', given)))
    if (value !== undefined)
      headers[checkText('The name of a header', name, /^[!#-'*+.^-z|~-]+$/, '')] = checkHeader(name, value);
  return headers;
}

/** As the service sends them: with the version first, which is never 0. `"*"` would be a tag that nothing has, and so overwrite. */
const ETAGS = /^(\*|((W\/)?"[1-9][!#-~]*"(, *|$))+)$/;

const etagOf = (option: string, version: unknown): string =>
  typeof version === 'number'
    ? `"${checkWholeNumber(option, version, 1)}"`
    : checkText(option, version, ETAGS, "Pass a version, an ETag or '*'.");
