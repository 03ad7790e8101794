import { bareHost, parseUrl } from '../../../base/formats/parse-url.ts';
import { type AddressKind, addressKind, isIpLiteral } from './address-kinds.ts';

export interface AddressPolicy {
  readonly production: boolean;
  /** Allows loopback and private networks, in production too. */
  readonly allowPrivateNetworks: boolean;
}

/** Why webhooks can't be sent to a URL. */
export interface AddressProblem {
  readonly code: AddressProblemCode;
  /** An English sentence, which never contains a resolved address. */
  readonly message: string;
  /** What the problem is with. */
  readonly host?: string;
}

export type AddressProblemCode =
  | 'too_long'
  | 'invisible_character'
  | 'unreadable'
  | 'https_required'
  | 'http_required'
  | 'credentials'
  | 'port_zero'
  | 'invalid_host'
  | 'blocked_host'
  | 'unreachable';

const DESCRIPTIONS: Readonly<Record<AddressKind, string>> = {
  public: 'a public address',
  loopback: 'a loopback address',
  private: 'a private address',
  linkLocal: 'a link-local address',
  metadata: "the address of a cloud's metadata",
  multicast: 'a multicast address',
  broadcast: 'the broadcast address',
  unspecified: 'an unspecified address',
  translated: 'an IPv6 address that stands for an IPv4 address',
  documentation: 'an address for documentation',
  benchmarking: 'an address for benchmarks',
  reserved: 'a reserved address',
};

/** More than any endpoint has needed, and short enough for a column, a log line and a request line. */
export const MAX_URL_LENGTH = 2048;
const MAX_NAME_LENGTH = 253; // RFC 1035: 255 bytes on the wire

/** Characters that `new URL` removes or converts first: the URL would not be the one that people see. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const INVISIBLE = /[\u0000-\u0020\u007f-\u00a0\\]/;
const HOST_NAME = /^([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;
/** Never on the internet: RFC 6762, ICANN's resolution of 2024, RFC 8375, and an old habit. */
const PRIVATE_NAME = /(^|\.)(local|internal|home\.arpa|localdomain)$/;

/**
 * Returns why the URL can't be used, or undefined when it can as far as the text shows. What its name resolves to has to be
 * checked as well.
 */
export function checkUrl(url: string, policy: AddressPolicy): AddressProblem | undefined {
  if (url.length > MAX_URL_LENGTH)
    return { code: 'too_long', message: `The URL is longer than ${MAX_URL_LENGTH} characters.` };
  if (INVISIBLE.test(url))
    return {
      code: 'invisible_character',
      message: 'The URL contains a space, a control character or a backslash.',
    };
  const parsed = parseUrl(url);
  if (!parsed)
    return {
      code: 'unreadable',
      message: 'The URL cannot be read; it must be like https://example.com/hooks.',
    };
  return checkParts(parsed, policy);
}

function checkParts(
  { protocol, username, password, port, hostname }: URL,
  policy: AddressPolicy,
): AddressProblem | undefined {
  if (policy.production && protocol !== 'https:')
    return { code: 'https_required', message: 'The URL must begin with https://.' };
  if (protocol !== 'https:' && protocol !== 'http:')
    return { code: 'http_required', message: 'The URL must begin with https:// or http://.' };
  if (username !== '' || password !== '')
    return { code: 'credentials', message: 'The URL carries a user name or a password.' };
  if (port === '0')
    return { code: 'port_zero', message: 'The port of the URL is 0, where nobody can listen.' };
  return checkHost(hostname, policy);
}

function checkHost(hostname: string, policy: AddressPolicy): AddressProblem | undefined {
  const host = bareHost(hostname);
  if (isIpLiteral(host)) return checkAddress(host, policy, `The host ${hostname}`, hostname);
  if (host.length > MAX_NAME_LENGTH || !HOST_NAME.test(host))
    return { code: 'invalid_host', message: 'The host of the URL is not a valid name.' };
  if (isLoopbackName(host) && !isAllowed('loopback', policy))
    return blocked(`The host ${host} is a loopback name; webhooks are not sent there.`, host);
  if (PRIVATE_NAME.test(host) && !isAllowed('private', policy))
    return blocked(`The host ${host} is a name of a private network; webhooks are not sent there.`, host);
  return undefined;
}

const blocked = (message: string, host?: string): AddressProblem => ({ code: 'blocked_host', message, host });

/** RFC 6761: these names mean this machine, and no DNS server is asked. */
export function isLoopbackName(host: string): boolean {
  return /(^|\.)localhost$/i.test(host);
}

/**
 * Returns why a resolved address can't be used, as a sentence about `subject`, or undefined when it can. The sentence doesn't
 * contain the address: what a name means inside our network is no business of whoever wrote the URL.
 */
export function checkAddress(
  address: string,
  policy: AddressPolicy,
  subject = 'The address',
  host?: string,
): AddressProblem | undefined {
  if (address.includes('%'))
    return blocked(`${subject} has a zone; webhooks are not sent to one machine's network.`, host);
  if (!isIpLiteral(address)) return blocked(`${subject} is not an IP address.`, host);
  const kind = addressKind(address);
  return isAllowed(kind, policy)
    ? undefined
    : blocked(`${subject} is ${DESCRIPTIONS[kind]}; webhooks are not sent there.`, host);
}

function isAllowed(kind: AddressKind, { production, allowPrivateNetworks }: AddressPolicy): boolean {
  if (kind === 'loopback') return allowPrivateNetworks || !production;
  if (kind === 'private') return allowPrivateNetworks;
  return kind === 'public';
}
