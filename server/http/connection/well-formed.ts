import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { Operation } from '../../base/contract.ts';
import { ApiProblem, type ValidationIssue } from '../../base/problems/api-problem.ts';

/** What precedes the path of a target in absolute form. */
const AUTHORITY = /^https?:\/\/[^/?#]+/i;
/** A path and query without `#` and `%` need no change. Node only lets visible ASCII characters pass. */
const PLAIN = /^\/[^#%]*$/;

const undecodable = new WeakSet<IncomingMessage>();

/**
 * Rewrites the request target so that Express and the validator can parse it. It runs before Express, whose router
 * answers unparseable targets itself. A server must accept the absolute form (RFC 9112, 3.2.2): its scheme and host
 * are removed. A fragment, which some clients send, is cut off. A path that can't be decoded is treated as plain
 * text.
 */
export function normalizeTarget(req: IncomingMessage & { originalUrl?: string }): void {
  const target = req.url ?? '';
  if (PLAIN.test(target)) return;
  const { path, query } = splitTarget(target);
  const decodable = isDecodable(path);
  if (!decodable) undecodable.add(req);
  const readable = (decodable ? path : path.replaceAll('%', '%25')) + query;
  req.originalUrl = readable;
  // requireWellFormed refuses anything that isn't a path. Until then it must not fail in the router.
  req.url = isPath(readable) ? readable : '/';
}

/** Whether the target is a path, or `*`: that is the server as a whole, which isn't a resource here. */
const isPath = (target: string): boolean => target.startsWith('/') || target === '*';

function splitTarget(target: string): { path: string; query: string } {
  const [whole = ''] = target.replace(AUTHORITY, '').split('#', 1);
  const [path = '', ...query] = whole.split(/(?=\?)/);
  return { path: AUTHORITY.test(target) && path === '' ? '/' : path, query: query.join('') };
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * An undecodable path of an operation whose path has a text parameter. Otherwise `%ff` would be taken as an id,
 * and a PUT would create a row that no correctly encoded request can find. Integer parameters fail validation anyway.
 */
export const pathEncodingIssues = ({ parameters }: Operation, req: IncomingMessage): ValidationIssue[] =>
  undecodable.has(req)
    ? parameters
        .filter(({ in: where, schema }) => where === 'path' && schema.type !== 'integer')
        .map(encodingIssue)
    : [];

const encodingIssue = ({ name }: { readonly name: string }): ValidationIssue => ({
  parameter: name,
  code: 'encoding',
  detail: 'must be percent-encoded UTF-8',
});

const CONTINUE = /^100-continue$/i;

/** Refuses what HTTP forbids but Node's parser accepts, with a problem and a line in the log like any other request. */
export const requireWellFormed: RequestHandler = (req, res, next) => {
  try {
    checkRequest(req);
  } catch (error) {
    // After a malformed request we can't trust where the next one on this connection begins.
    res.setHeader('Connection', 'close');
    throw error;
  }
  next();
};

function checkRequest(req: IncomingMessage & { readonly originalUrl: string }): void {
  if (!isPath(req.originalUrl)) throw malformed('The request target is neither a path nor an http URL.');
  requireOneOfEach(req);
  if (req.headers.expect !== undefined && !CONTINUE.test(req.headers.expect))
    throw new ApiProblem('expectation_failed', `The Expect header is ${req.headers.expect}.`, {
      errors: [{ header: 'Expect', code: 'expectation_failed', detail: 'must be 100-continue' }],
    });
}

export const malformed = (detail: string): ApiProblem => new ApiProblem('malformed_request', detail);

/**
 * Of several, Node keeps the first and drops the others without a word. A proxy or a log that goes by the last one sees another host
 * (RFC 9112, 3.2), another key or another kind of body. Node's parser refuses a second Content-Length. Any other header it joins by
 * commas: If-Match and Accept are lists, and the contract's other headers don't allow a comma followed by a space.
 */
const ONCE = new Map(['Host', 'Authorization', 'Content-Type'].map((name) => [name.toLowerCase(), name]));
const LENGTHS = new Set([...ONCE.keys()].map(({ length }) => length));

function requireOneOfEach({ rawHeaders, httpVersion }: IncomingMessage): void {
  const seen = new Set<string>();
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (!LENGTHS.has(name.length)) continue;
    const lower = name.toLowerCase();
    if (!ONCE.has(lower)) continue;
    if (seen.has(lower)) throw wrongHeader(ONCE.get(lower)!, 'must be sent only once');
    seen.add(lower);
  }
  if (!seen.has('host') && httpVersion !== '1.0') throw wrongHeader('Host', 'is required in HTTP/1.1');
}

const wrongHeader = (header: string, detail: string): ApiProblem =>
  new ApiProblem('malformed_request', `The header ${header} ${detail}.`, {
    errors: [{ header, code: 'malformed_request', detail }],
  });
