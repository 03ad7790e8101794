import dns from 'node:dns';
import { bareHost } from '../../base/formats/parse-url.ts';
import { untilAborted } from '../../base/time/until-aborted.ts';
import { isIpLiteral } from './rules/address-kinds.ts';
import {
  type AddressPolicy,
  type AddressProblem,
  checkAddress,
  checkUrl,
  isLoopbackName,
} from './rules/safe-address.ts';

/** c-ares waits this long for a server's first answer, and twice as long for the second. */
const QUERY_TIMEOUT_MS = 1_000;
const TRIES = 2;
/** For both queries and all servers. Of the 5 s for a connection, 2 are left for connecting. */
export const RESOLVE_TIMEOUT_MS = 3_000;

export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

export interface Resolver {
  /** At least one address, within RESOLVE_TIMEOUT_MS, or an error whose `code` is the DNS code, such as ENOTFOUND. */
  resolve(hostname: string, signal?: AbortSignal): Promise<readonly Address[]>;
}

class ResolveError extends Error {
  override readonly name = 'ResolveError';
  readonly code: string;

  constructor(hostname: string, code: string) {
    super(`${hostname} could not be resolved: ${code}.`);
    this.code = code;
  }
}

const LOOPBACK: readonly Address[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Asks DNS only. dns.lookup runs on four threads, which a few hanging names can block. /etc/hosts isn't read: tenants' URLs
 * have no business with the names in it. localhost is known without asking. Nothing is cached; requests for a name at the
 * same time share one query.
 */
export function createResolver({ servers }: { servers?: string[] } = {}): Resolver {
  const resolver = new dns.promises.Resolver({ timeout: QUERY_TIMEOUT_MS, tries: TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  const pending = new Map<string, Promise<readonly Address[]>>();
  const resolveShared = (hostname: string): Promise<readonly Address[]> => {
    const addresses = resolveBothFamilies(resolver, hostname).finally(() => pending.delete(hostname));
    pending.set(hostname, addresses);
    return addresses;
  };
  return {
    resolve: async (hostname, signal) => {
      signal?.throwIfAborted();
      if (isLoopbackName(bareHost(hostname))) return LOOPBACK;
      return untilAborted(pending.get(hostname) ?? resolveShared(hostname), signal);
    },
  };
}

/** IPv4 before IPv6. One answer is enough when the server answers only one of the two queries. */
async function resolveBothFamilies(resolver: dns.promises.Resolver, hostname: string): Promise<Address[]> {
  const found: Address[] = [];
  const ask = async (family: 4 | 6): Promise<void> => {
    const addresses = await (family === 4 ? resolver.resolve4(hostname) : resolver.resolve6(hostname));
    for (const address of addresses) found.push({ address, family });
  };
  const [failure] = await errorsWithin(RESOLVE_TIMEOUT_MS, [ask(4), ask(6)]);
  // An alias without an address at its end isn't an error of DNS.
  if (found.length === 0) throw new ResolveError(hostname, failure ?? dns.NODATA);
  return found.toSorted((a, b) => a.family - b.family);
}

/** The DNS codes of failed queries, or only ETIMEOUT when the time ran out. */
async function errorsWithin(limitMs: number, queries: Promise<void>[]): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<string[]>((resolve) => {
    timer = setTimeout(() => resolve([dns.TIMEOUT]), limitMs);
  });
  const answers = Promise.allSettled(queries).then((all) =>
    all.flatMap((answer) => (answer.status === 'rejected' ? [String(answer.reason.code)] : [])),
  );
  return Promise.race([answers, limit]).finally(() => clearTimeout(timer));
}

/** All addresses are checked, but a name with thousands of them must not make us connect to thousands of hosts. */
export const MAX_ADDRESSES = 8;

/** Where a URL's connections may go to; nothing if DNS doesn't know the name. */
export async function addressesOf(url: string, resolver: Resolver): Promise<readonly Address[]> {
  const host = bareHost(new URL(url).hostname);
  if (isIpLiteral(host)) return [{ address: host, family: host.includes(':') ? 6 : 4 }];
  return (await resolver.resolve(host).catch(() => [])).slice(0, MAX_ADDRESSES);
}

/** Checks the URL and the addresses of its name. Returns why webhooks can't be sent there, or undefined when they can. */
export async function checkEndpointUrl(
  url: string,
  policy: AddressPolicy,
  resolver: Resolver,
): Promise<AddressProblem | undefined> {
  const problem = checkUrl(url, policy);
  if (problem !== undefined) return problem;
  const host = bareHost(new URL(url).hostname);
  if (isIpLiteral(host)) return undefined;
  const isPublic = await resolver.resolve(host).then(
    (addresses) => checkAddresses(host, addresses, policy) === undefined,
    () => false,
  );
  return isPublic ? undefined : unreachable(host);
}

/**
 * The same, whether DNS knows the name and its address is blocked, or doesn't: staff of a tenant could find out which names the
 * operator's network has. How long the answer takes still tells a name server that is slow.
 */
const unreachable = (host: string): AddressProblem => ({
  code: 'unreachable',
  message: `The host ${host} is not found in DNS, or not on a public address.`,
  host,
});

/** One blocked address blocks the name: which address a connection takes is chance. */
export function checkAddresses(
  host: string,
  addresses: readonly Address[],
  policy: AddressPolicy,
): AddressProblem | undefined {
  for (const { address } of addresses) {
    const problem = checkAddress(address, policy, `An address of ${host}`, host);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
