/** Headers that a tenant wants with each delivery, such as the key of a gateway, by their names in lowercase. */
export type CustomHeaders = Readonly<Record<string, string>>;

/** All that an endpoint is to have. Null keeps the value that is stored, which nobody is shown. */
export type HeaderChange = Readonly<Record<string, string | null>>;

/** In place of a value. No value is like this: values are ASCII. */
export const MASK = '••••••••';

/** What gateways ask for is one or two. A worker sends all of them with each delivery, and keeps them in memory. */
export const MAX_HEADERS = 10;
const MAX_NAME_LENGTH = 100;
/** A JSON Web Token fits. */
export const MAX_VALUE_LENGTH = 2048;

/** RFC 9110, 5.1 and 5.6.2. */
const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
/** Visible ASCII, with blanks in between: servers differ in how they read all else. */
const VALUE = /^[!-~]([\t -~]*[!-~])?$/;

/**
 * What HTTP, the body and our signature need, what tells where a request came from, and what is between us and the next
 * proxy. An underscore counts as a hyphen: CGI and WSGI make one variable of both.
 */
const RESERVED =
  /^(host|connection|keep-alive|te|trailers?|transfer-encoding|upgrade|expect|http2-settings|date|via|forwarded|user-agent|accept-encoding|traceparent|tracestate|content-.*|proxy-.*|x-forwarded-.*|x-real-ip|x-service-.*|webhook-.*)$/;

export type HeaderIssueCode = 'syntax' | 'reserved' | 'repeated' | 'value' | 'not_stored' | 'too_many';

export interface HeaderIssue {
  readonly code: HeaderIssueCode;
  /** The header's name, or `line 2`. Never what could be a value. */
  readonly at: string;
}

/** Reads lines of `Name: value`; a mask keeps the value of one of the `stored` names. Empty lines are skipped. */
export function readHeaders(
  lines: readonly string[],
  stored: readonly string[],
): { readonly headers: HeaderChange } | { readonly issue: HeaderIssue } {
  const headers = new Map<string, string | null>();
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const [name, value] = divide(line);
    const code = issueOf(name, value, stored, headers);
    if (code !== undefined) return { issue: { code, at: code === 'syntax' ? String(index + 1) : name } };
    headers.set(name, value === MASK ? null : value);
  }
  return { headers: Object.fromEntries(headers) };
}

function divide(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  if (colon === -1) return ['', ''];
  return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
}

function issueOf(
  name: string,
  value: string,
  stored: readonly string[],
  before: ReadonlyMap<string, unknown>,
): HeaderIssueCode | undefined {
  if (!NAME.test(name) || name.length > MAX_NAME_LENGTH) return 'syntax';
  if (RESERVED.test(name.replaceAll('_', '-'))) return 'reserved';
  if (before.has(name)) return 'repeated';
  if (before.size === MAX_HEADERS) return 'too_many';
  if (value === MASK) return stored.includes(name) ? undefined : 'not_stored';
  return VALUE.test(value) && value.length <= MAX_VALUE_LENGTH ? undefined : 'value';
}
