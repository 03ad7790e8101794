import type { Request, RequestHandler } from 'express';
import { parseUrl } from '../../base/formats/parse-url.ts';
import { PanelError } from '../kit/panel-error.ts';

/**
 * Where the browser sees the panel: `https://panel.example.com`. PANEL_URL says it; without it the request does, as its proxy
 * saw it if that one is trusted (TRUST_PROXY). Empty if the Host header isn't a host.
 */
export const originOf = ({ protocol, host }: Request, panelUrl: string | undefined): string =>
  panelUrl ?? parsedOrigin(`${protocol}://${host}`) ?? '';

/** In the browser's spelling: lower case, without the scheme's own port. */
const parsedOrigin = (text: string): string | undefined => parseUrl(text)?.origin;

/**
 * With PANEL_URL set, refuses requests for another host: one whose DNS an attacker points here (DNS rebinding), or a forged one.
 * The scheme isn't compared, since a proxy may not say that it ended TLS; the session's cookie needs https by itself.
 */
export function requireOwnHost(panelUrl: string | undefined): RequestHandler {
  const scheme = panelUrl && new URL(panelUrl).protocol.slice(0, -1);
  return (req, _res, next) => {
    const asked = parsedOrigin(`${scheme ?? req.protocol}://${req.host}`);
    if (asked === undefined) throw new PanelError(400, 'malformed');
    if (panelUrl !== undefined && asked !== panelUrl) throw new PanelError(421, 'other_host');
    next();
  };
}

/**
 * Refuses a POST that another site sent, although the browser added our cookie. Browsers say where a request comes from in
 * Sec-Fetch-Site; older ones and plain http on a network address send only Origin. A request with neither isn't a form of ours.
 * The scheme counts: whoever is on the network can serve a page of their own at our host's http address.
 */
export function requireSameOrigin(panelUrl: string | undefined): RequestHandler {
  return (req, _res, next) => {
    if (req.method === 'GET' || req.method === 'HEAD') return next();
    const site = req.get('Sec-Fetch-Site');
    const origin = req.get('Origin');
    const isOurs =
      (site === undefined || site === 'same-origin') &&
      (origin === undefined || parsedOrigin(origin) === originOf(req, panelUrl)) &&
      (site ?? origin) !== undefined;
    if (!isOurs) throw new PanelError(403, 'other_origin');
    next();
  };
}
