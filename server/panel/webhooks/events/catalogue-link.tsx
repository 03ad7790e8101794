import type { VNode } from 'preact';
import type { Locale } from '../../kit/language/locale.ts';
import { apiOrigin } from '../../request/api-origin.ts';
import type { PanelRequest } from '../../request/route.ts';
import { words } from './words.ts';

const PATHS: Readonly<Record<Locale, string>> = { en: '/docs/webhooks', pt: '/docs/webhooks/pt' };

/** To the documentation, which is at the API's address. */
export const CatalogueLink = ({ request }: { request: PanelRequest }): VNode => (
  <a href={`${apiOrigin(request)}${PATHS[request.locale]}`}>{words[request.locale].catalogue}</a>
);
