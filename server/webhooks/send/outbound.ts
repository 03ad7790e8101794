import type { LookupFunction, Socket } from 'node:net';
import { buildConnector, type Dispatcher } from 'undici';
import { ConnectionPool } from './connection-pool.ts';
import { checkAddresses, type Resolver } from './dns-resolver.ts';
import { type AddressPolicy, checkUrl } from './safe-address.ts';

/** Name, TCP and TLS together: half of the exchange's deadline, so that a connection never outlives its POST. */
const CONNECT_TIMEOUT_MS = 5_000;
/** For each address but the last: a lost SYN is sent again after 1 s, and four addresses fit into CONNECT_MS. */
const ADDRESS_TIMEOUT_MS = 1_250;
/** All are checked, but a name with thousands of addresses must not make us knock at thousands of doors. */
const MAX_ADDRESSES = 8;
/** Below the 5 s after which many servers close an idle connection: a POST that meets the closing fails. */
const KEEP_ALIVE_MS = 4_000;
/** A consumer may ask for more by Keep-Alive, but idle sockets are ours to pay for. */
const MAX_KEEP_ALIVE_MS = 30_000;
/** Many times what a webhook's answer needs. */
const MAX_HEADER_BYTES = 16 * 1024;
/**
 * With everything that is neither header nor body: a reason phrase or a chunk extension without end. Node reads 64 KiB at
 * a time and the body is looked at after each, so no honest answer comes near it.
 */
const MAX_RESPONSE_BYTES = 256 * 1024;

export interface Outbound {
  readonly dispatcher: Dispatcher;
  /** Waits for what is on the way. */
  close(): Promise<void>;
  destroy(): Promise<void>;
}

/** Nothing was sent: the destination is against the policy. The message is faultOfUrl's or faultOfAddress's. */
export class BlockedAddressError extends Error {
  override readonly name = 'RefusedAddress';
}

/**
 * The way out to consumers. Each new connection is checked and goes to one of the addresses that were checked; the
 * name stays in Host, SNI and the certificate's check. No answer of DNS is asked for twice, so none can change.
 *
 * @param trust.ca PEM certificates to trust in place of the system's.
 */
export function openOutbound(
  policy: AddressPolicy,
  resolver: Resolver,
  trust: { readonly ca?: string } = {},
): Outbound {
  const connections = new ConnectionPool({
    connect: createConnector(policy, resolver, trust),
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: MAX_KEEP_ALIVE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    // The exchange has one deadline over everything; these would only tell of silence, and not of a slow drip.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    dispatcher: connections,
    close: () => connections.close(),
    destroy: () => connections.destroy(),
  };
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
    // A literal address never comes to the lookup, and what was registered in development may be sent in production.
    const reason = checkUrl(`${options.protocol}//${options.host}`, policy);
    if (reason !== undefined) return queueMicrotask(() => done(new BlockedAddressError(reason), null));
    connect(options, (error, socket) => {
      if (error !== null) return done(error, null);
      limitResponseBytes(socket);
      done(null, socket);
    });
  };
}

/** autoSelectFamily asks for all addresses at once, and connects to these alone. */
function checkedLookup(policy: AddressPolicy, resolver: Resolver): LookupFunction {
  const checked = async (hostname: string) => {
    const addresses = await resolver.resolve(hostname);
    const reason = checkAddresses(hostname, addresses, policy);
    if (reason !== undefined) throw new BlockedAddressError(reason);
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
  override readonly name = 'EndlessAnswer';
  readonly code = 'ANSWER_TOO_LONG';
}

/**
 * What the parser skips it does not count. A new answer begins where something was written after the last. That is asked
 * only once so much has been read, and not with each answer, of which it would take a part; so twice as much may come.
 */
function limitResponseBytes(socket: Socket): void {
  let written = socket.bytesWritten;
  let readBefore = 0;
  socket.on('readable', () => {
    if (socket.bytesRead - readBefore <= MAX_RESPONSE_BYTES) return;
    if (socket.bytesWritten === written)
      socket.destroy(new ResponseTooLargeError('The answer does not end.'));
    written = socket.bytesWritten;
    readBefore = socket.bytesRead;
  });
}
