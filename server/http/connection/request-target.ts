import type { IncomingMessage } from 'node:http';
import { markUndecodablePath } from './undecodable-path.ts';

/** What a target in absolute form has in front of its path. */
const AUTHORITY = /^https?:\/\/[^/?#]+/i;
/** A path and a query without `#` and `%`: nothing has to be changed. Node lets only visible ASCII characters pass. */
const PLAIN = /^\/[^#%]*$/;

/**
 * Brings the target of a request into the form that Express and the validator can take, before Express sees it: its
 * router answers a target that it cannot parse by itself. The absolute form loses its host (a server has to accept that
 * form, RFC 9112, 3.2.2), and a fragment, which some clients send, is cut off. A path that cannot be decoded goes on as
 * the text that it is.
 */
export function normalizeTarget(req: IncomingMessage & { originalUrl?: string }): void {
  const target = req.url ?? '';
  if (PLAIN.test(target)) return;
  const { path, query } = partsOf(target);
  if (!isDecodable(path)) markUndecodablePath(req);
  const readable = (isDecodable(path) ? path : path.replaceAll('%', '%25')) + query;
  req.originalUrl = readable;
  // What is not a path is refused by well-formed.ts; until then it must not fail in the router.
  req.url = isPath(readable) ? readable : '/';
}

/** Whether a target leads anywhere. `*` is the whole server, which has no resource of its own. */
export const isPath = (target: string): boolean => target.startsWith('/') || target === '*';

function partsOf(target: string): { path: string; query: string } {
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
