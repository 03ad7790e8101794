import type { RequestHandler } from 'express';

/** What a target in absolute form has in front of its path. */
const AUTHORITY = /^https?:\/\/[^/?#]*/i;

/**
 * Puts the target of a request into the form that the later steps can take. The absolute form loses its host: a server
 * has to accept that form (RFC 9112, 3.2.2), and the validator fails at it. A path that cannot be decoded goes on as the
 * text that it is: the router would throw at it before the key is looked at.
 */
export const requestTarget: RequestHandler = (req, _res, next) => {
  if (!req.url.startsWith('/') || req.url.includes('%')) {
    req.url = readable(req.url);
    req.originalUrl = req.url;
  }
  next();
};

function readable(target: string): string {
  const [path = '', ...query] = target.replace(AUTHORITY, '').split(/(?=\?)/);
  return (isDecodable(path) ? path : path.replaceAll('%', '%25')) + query.join('');
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
