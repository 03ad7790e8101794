import { randomUUID } from 'node:crypto';
import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { ApiProblem } from '../../errors.ts';
import { failBody } from '../body/body-failure.ts';
import { NO_STORE_HEADERS } from '../cache-headers.ts';
import { malformed } from './well-formed.ts';

/** A client that still sends when it is refused gets this long to read why; closing at once would lose the answer. */
const LINGER_MS = 1_000;
/** What the contract's operations use; CONNECT is for proxies. */
const METHODS = 'GET, POST, PUT, PATCH, DELETE';

interface ParserError extends Error {
  readonly code?: string;
  /** The parser's own words. */
  readonly reason?: string;
}

/**
 * Answers what Node's parser refuses, before there is a request that Express could see: Node itself answers with an
 * empty body, without a request id, and nothing in the log.
 */
export function respondToParserErrors(server: Server, log: Logger): void {
  const last = new WeakMap<Duplex, { req: IncomingMessage; res: ServerResponse }>();
  const failed = new WeakSet<Duplex>();
  server.prependListener('request', (req, res) => last.set(req.socket, { req, res }));
  server.on('clientError', (error: ParserError, socket) => {
    // The parser fails again with each further piece of what it has refused.
    if (failed.has(socket)) return;
    failed.add(socket);
    const problem = problemOf(error);
    const current = last.get(socket);
    if (!problem || !socket.writable) socket.destroy();
    else if (current && !isFinished(current.res)) closeAfterResponse(current, socket, problem);
    else if (current && !current.req.complete) socket.destroy();
    else sendProblem(socket, problem, log, error.code);
  });
  server.on('connect', (req, socket) => {
    // Node has let go of this socket: without a listener a broken connection would end the process.
    socket.on('error', () => socket.destroy());
    const detail = `This is no proxy, so it has no ${req.method}, only ${METHODS}.`;
    sendProblem(socket, new ApiProblem('method_not_allowed', detail, { headers: { Allow: METHODS } }), log);
  });
}

const isFinished = (res: ServerResponse): boolean => res.writableFinished || res.destroyed;

/**
 * The request before is still being answered. Its own answer goes out, which tells of the fault when it is one of its
 * body; then the connection ends, since nothing behind the fault can be read.
 */
function closeAfterResponse(
  { req, res }: { req: IncomingMessage; res: ServerResponse },
  socket: Duplex,
  problem: ApiProblem,
): void {
  res.shouldKeepAlive = false;
  res.once('finish', () => lingeringClose(socket));
  if (!req.complete) failBody(req, problem);
}

function problemOf({ code = '', reason }: ParserError): ApiProblem | undefined {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ApiProblem(
      'headers_too_large',
      `The request line and the headers have more than ${http.maxHeaderSize} bytes.`,
    );
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ApiProblem('request_timeout', 'The request did not arrive in time.');
  // Everything else is a connection that broke, with nobody to be told.
  return code.startsWith('HPE_')
    ? malformed(`The request is not valid HTTP${reason ? `: ${reason}` : ''}.`)
    : undefined;
}

function sendProblem(socket: Duplex, problem: ApiProblem, log: Logger, error?: string): void {
  const requestId = randomUUID();
  socket.end(rawResponse(problem, requestId));
  lingeringClose(socket);
  log.info({ request_id: requestId, status: problem.status, completed: true, error }, 'request');
}

function rawResponse(problem: ApiProblem, requestId: string): string {
  const body = JSON.stringify(problem.body(requestId));
  const headers = {
    ...NO_STORE_HEADERS,
    ...problem.options.headers,
    'X-Request-Id': requestId,
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Date: new Date().toUTCString(),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${problem.status} ${http.STATUS_CODES[problem.status]}`, ...lines, '', body].join('\r\n');
}

/** Ends the connection when the client has closed its side, or after a while. */
function lingeringClose(socket: Duplex): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(timer)).resume();
}
