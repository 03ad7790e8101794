import type { Request } from 'express';
import { parseUrl } from '../../base/formats/parse-url.ts';

/**
 * Where the browser sees the panel: `https://panel.example.com`. PANEL_URL says it; without it the request does, as its proxy
 * saw it if that one is trusted (TRUST_PROXY). Empty if the Host header isn't a host.
 */
export const originOf = ({ protocol, host }: Request, panelUrl: string | undefined): string =>
  panelUrl ?? parsedOrigin(`${protocol}://${host}`) ?? '';

/** In the browser's spelling: lower case, without the scheme's own port. */
export const parsedOrigin = (text: string): string | undefined => parseUrl(text)?.origin;
