import { randomUUID } from 'node:crypto';
import http, { type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { ApiProblem } from '../../base/problems/api-problem.ts';
import { failBody } from '../body/read-body.ts';
import { DEFAULT_HEADERS } from '../default-headers.ts';
import { allowed } from '../method-not-allowed.ts';
import {
  endSlowly,
  type LatestRequest,
  latestRequest,
  lingeringClose,
  requestInProgress,
  trackRequests,
} from './latest-request.ts';
import { malformed } from './well-formed.ts';

/** CONNECT is for proxies. */
const METHODS = allowed(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

interface ParserError extends Error {
  readonly code?: string;
  /** The parser's own words. */
  readonly reason?: string;
}

/**
 * Responds to what Node's parser refuses, before there is a request that Express could handle. Node itself would
 * respond with an empty body, without a request id and without a line in the log.
 */
export function respondToParserErrors(server: Server, log: Logger): void {
  const failed = new WeakSet<Duplex>();
  trackRequests(server);
  server.on('clientError', (error: ParserError, socket) => {
    // The parser reports the error again for each further chunk.
    if (failed.has(socket)) return;
    failed.add(socket);
    const problem = problemOf(error);
    const current = requestInProgress(socket);
    if (!problem || !socket.writable) socket.destroy();
    else if (current) closeAfterResponse(current, socket, problem);
    else if (latestRequest(socket)?.req.complete === false) endSlowly(socket);
    else sendProblem(socket, problem, log, error.code);
  });
  server.on('connect', (req, socket) => {
    // Node no longer handles errors of this socket: without a listener a broken connection would end the process.
    socket.on('error', () => socket.destroy());
    const detail = `This server isn't a proxy. It doesn't support ${req.method}; it supports ${METHODS}.`;
    sendProblem(socket, new ApiProblem('method_not_allowed', detail, { headers: { Allow: METHODS } }), log);
  });
}

/**
 * The previous request still awaits its response. That response is sent first, and it is the problem if the error is in
 * that request's body. Then the connection closes, since nothing after the error can be parsed.
 */
function closeAfterResponse({ req, res }: LatestRequest, socket: Duplex, problem: ApiProblem): void {
  res.shouldKeepAlive = false;
  // Its headers may have been sent, and have said keep-alive.
  res.once('finish', () => endSlowly(socket));
  if (!req.complete) failBody(req, problem);
}

/** Undefined when the connection broke: nobody is left to respond to. */
function problemOf({ code = '', reason }: ParserError): ApiProblem | undefined {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ApiProblem(
      'headers_too_large',
      `The request line and the headers have more than ${http.maxHeaderSize} bytes.`,
    );
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ApiProblem('request_timeout', "The request didn't arrive in time.");
  if (!code.startsWith('HPE_')) return undefined;
  return malformed(`The request isn't valid HTTP${reason ? `: ${reason}` : ''}.`);
}

function sendProblem(socket: Duplex, problem: ApiProblem, log: Logger, error?: string): void {
  const requestId = randomUUID();
  socket.end(rawResponse(problem, requestId));
  lingeringClose(socket);
  const { status, code: problem_code } = problem;
  log.info({ request_id: requestId, status, problem_code, completed: true, error }, 'request');
}

function rawResponse(problem: ApiProblem, requestId: string): string {
  const body = JSON.stringify(problem.body(requestId));
  const headers = {
    ...DEFAULT_HEADERS,
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
