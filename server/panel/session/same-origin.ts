import type { RequestHandler } from 'express';
import { PanelError } from '../panel-error.ts';

/**
 * Refuses a POST that another site sent, although the browser added our cookie. Browsers say where a request comes from in
 * Sec-Fetch-Site; older ones and plain http on a network address send only Origin. A request with neither isn't a form of ours.
 */
export const requireSameOrigin: RequestHandler = (req, _res, next) => {
  if (req.method === 'GET' || req.method === 'HEAD') return next();
  const site = req.get('Sec-Fetch-Site');
  const origin = req.get('Origin');
  const isOurs =
    (site === undefined || site === 'same-origin') &&
    (origin === undefined || hostOf(origin) === req.host) &&
    (site ?? origin) !== undefined;
  if (!isOurs) throw new PanelError(403, 'other_origin');
  next();
};

/** Only the host: behind a proxy that ends TLS the scheme differs. Express takes ours from X-Forwarded-Host behind a trusted proxy. */
function hostOf(origin: string): string | undefined {
  try {
    return new URL(origin).host;
  } catch {
    return undefined;
  }
}
