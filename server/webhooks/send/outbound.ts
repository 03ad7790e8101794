import type { LookupFunction, Socket } from 'node:net';
import { buildConnector } from 'undici';
import { type Address, checkAddresses, MAX_ADDRESSES, type Resolver } from './dns-resolver.ts';
import { EndpointAgent } from './endpoint-agent.ts';
import { type AddressPolicy, checkUrl } from './rules/safe-address.ts';

/** For resolving the name, TCP and TLS: half of the POST's deadline, so that a connection never outlives its POST. */
const CONNECT_TIMEOUT_MS = 5_000;
/** For each address but the last. A lost SYN is repeated after 1 s, and four addresses fit into CONNECT_TIMEOUT_MS. */
const ADDRESS_TIMEOUT_MS = 1_250;
/** Below the 5 s after which many servers close an idle connection. A POST sent into the closing would fail. */
const KEEP_ALIVE_MS = 4_000;
/** An endpoint may ask for more with a Keep-Alive header, but the idle sockets cost us. */
const MAX_KEEP_ALIVE_MS = 30_000;
/** Many times what a response to a webhook needs. */
const MAX_HEADER_BYTES = 16 * 1024;
/**
 * Includes what is neither header nor body, such as a reason phrase or chunk extension without end. Node reads 64 KiB at a
 * time and the body is checked after each read, so no honest response comes near this.
 */
const MAX_RESPONSE_BYTES = 256 * 1024;

/** The policy blocks the address in the URL, and nothing was sent. The message is that of checkUrl. */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError';
}

/**
 * Sends requests to endpoints, never to a blocked address (SSRF). For each new connection the name is resolved once, all its
 * addresses are checked, and the socket connects to one of them. Host, SNI and the certificate check keep the name. Since
 * nothing is resolved twice, DNS can't change its answer in between. See docs/decisions/addresses-resolved-and-pinned.md.
 *
 * @param trust.ca PEM certificates to trust instead of the system's.
 */
export function openOutbound(
  policy: AddressPolicy,
  resolver: Resolver,
  trust: { readonly ca?: string } = {},
): EndpointAgent {
  const connectorTo = (addresses?: readonly Address[]): buildConnector.connector =>
    createConnector(policy, addresses ? { resolve: async () => addresses } : resolver, trust);
  return new EndpointAgent(connectorTo, {
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: MAX_KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    // The POST has one deadline for everything. These time-outs notice silence, but never a slow drip.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

function createConnector(
  policy: AddressPolicy,
  resolver: Resolver,
  { ca }: { readonly ca?: string },
): buildConnector.connector {
  const connect = buildConnector({
    timeout: CONNECT_TIMEOUT_MS,
    lookup: checkedLookup(policy, resolver),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_TIMEOUT_MS,
    rejectUnauthorized: true, // whatever NODE_TLS_REJECT_UNAUTHORIZED says
    ca,
  });
  return (options, done) => {
    // Literal addresses skip the lookup, and an endpoint created in development may be used in production.
    const problem = checkUrl(`${options.protocol}//${options.host}`, policy);
    if (problem) return queueMicrotask(() => done(new BlockedAddressError(problem.message), null));
    connect(options, (error, socket) => {
      if (error !== null) return done(error, null);
      limitResponseBytes(socket);
      done(null, socket);
    });
  };
}

/**
 * DNS doesn't know the name, or an address of it is blocked. The record doesn't tell which: whoever owns a domain can point an
 * alias of it at any name in the operator's network, and would learn whether there is one.
 */
class UnreachableNameError extends Error {
  override readonly name = 'UnreachableNameError';
  readonly code = 'UNREACHABLE_NAME';
}

/** autoSelectFamily asks for all addresses at once and connects only to these. */
function checkedLookup(policy: AddressPolicy, resolver: Resolver): LookupFunction {
  const checked = async (hostname: string) => {
    const addresses = await resolver.resolve(hostname).catch(() => []);
    const isBlocked = addresses.length === 0 || checkAddresses(hostname, addresses, policy) !== undefined;
    if (isBlocked) throw new UnreachableNameError(`${hostname} has no public address in DNS.`);
    return addresses.slice(0, MAX_ADDRESSES);
  };
  return (hostname, _options, done) => {
    checked(hostname).then(
      (addresses) => done(null, addresses),
      (error: Error) => done(error, []),
    );
  };
}

class ResponseTooLargeError extends Error {
  override readonly name = 'ResponseTooLargeError';
  readonly code = 'ANSWER_TOO_LONG';
}

/**
 * Cuts off a response that doesn't end: the parser doesn't count what it skips. A new response has begun when something was
 * written since. That is checked once per MAX_RESPONSE_BYTES, so up to twice as many may come: checked with each
 * response, it cost a noticeable part of the time.
 */
function limitResponseBytes(socket: Socket): void {
  let written = socket.bytesWritten;
  let readBefore = 0;
  socket.on('readable', () => {
    if (socket.bytesRead - readBefore <= MAX_RESPONSE_BYTES) return;
    if (socket.bytesWritten === written)
      socket.destroy(new ResponseTooLargeError('The response does not end.'));
    written = socket.bytesWritten;
    readBefore = socket.bytesRead;
  });
}
