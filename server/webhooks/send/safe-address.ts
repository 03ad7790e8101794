import { type AddressKind, addressKind, isIpLiteral } from './address-kinds.ts';

export interface AddressPolicy {
  readonly production: boolean;
  /** Allows loopback and private networks, in production too. */
  readonly allowPrivateNetworks: boolean;
}

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
const MAX_URL_LENGTH = 2048;
const MAX_NAME_LENGTH = 253; // RFC 1035: 255 bytes on the wire

/** Characters that `new URL` removes or converts first: the URL would not be the one that people see. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const INVISIBLE = /[\u0000-\u0020\u007f-\u00a0\\]/;
const HOST_NAME = /^([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;
/** Never on the internet: RFC 6762, ICANN's resolution of 2024, RFC 8375, and an old habit. */
const PRIVATE_NAME = /(^|\.)(local|internal|home\.arpa|localdomain)$/;

/**
 * Returns why the URL can't be used, as a sentence, or undefined when it can as far as the text shows. What its name resolves
 * to has to be checked as well.
 */
export function checkUrl(url: string, policy: AddressPolicy): string | undefined {
  if (url.length > MAX_URL_LENGTH) return `The URL is longer than ${MAX_URL_LENGTH} characters.`;
  if (INVISIBLE.test(url)) return 'The URL contains a space, a control character or a backslash.';
  if (!URL.canParse(url)) return 'The URL cannot be read; it must be like https://example.com/hooks.';
  const { protocol, username, password, port, hostname } = new URL(url);
  const schemes = policy.production ? ['https:'] : ['https:', 'http:'];
  if (!schemes.includes(protocol)) return `The URL must begin with ${schemes.join('// or ')}//.`;
  if (username !== '' || password !== '') return 'The URL carries a user name or a password.';
  if (port === '0') return 'The port of the URL is 0, where nobody can listen.';
  return checkHost(hostname, policy);
}

function checkHost(hostname: string, policy: AddressPolicy): string | undefined {
  const host = bareHost(hostname);
  if (isIpLiteral(host)) return checkAddress(host, policy, `The host ${hostname}`);
  if (host.length > MAX_NAME_LENGTH || !HOST_NAME.test(host))
    return 'The host of the URL is not a valid name.';
  if (isLoopbackName(host) && !isAllowed('loopback', policy))
    return `The host ${host} is a loopback name; webhooks are not sent there.`;
  if (PRIVATE_NAME.test(host) && !isAllowed('private', policy))
    return `The host ${host} is a name of a private network; webhooks are not sent there.`;
  return undefined;
}

/** A URL's hostname as a resolver takes it: without the brackets of an IPv6 address and without a dot at the end. */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

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
): string | undefined {
  if (address.includes('%')) return `${subject} has a zone; webhooks are not sent to one machine's network.`;
  if (!isIpLiteral(address)) return `${subject} is not an IP address.`;
  const kind = addressKind(address);
  return isAllowed(kind, policy)
    ? undefined
    : `${subject} is ${DESCRIPTIONS[kind]}; webhooks are not sent there.`;
}

function isAllowed(kind: AddressKind, { production, allowPrivateNetworks }: AddressPolicy): boolean {
  if (kind === 'loopback') return allowPrivateNetworks || !production;
  if (kind === 'private') return allowPrivateNetworks;
  return kind === 'public';
}
