import type { IncomingMessage } from 'node:http';
import type { Operation } from '../../base/contract.ts';
import type { ValidationIssue } from '../../base/problems/api-problem.ts';

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
  // well-formed.ts refuses anything that isn't a path. Until then it must not fail in the router.
  req.url = isPath(readable) ? readable : '/';
}

/** Whether the target is a path, or `*`: that is the server as a whole, which isn't a resource here. */
export const isPath = (target: string): boolean => target.startsWith('/') || target === '*';

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
