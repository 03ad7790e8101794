import { findEndpoint } from '../../../webhooks/endpoints/find-endpoints.ts';
import { readId } from '../../request/form.ts';
import {
  notFound,
  type PanelRequest,
  type PanelResponse,
  type PanelRoute,
  page,
} from '../../request/route.ts';
import { languageOf } from './languages.ts';
import { VerifyPage } from './page.tsx';
import { words } from './words.ts';

export const routes: readonly PanelRoute[] = [
  { method: 'get', path: '/webhooks/:id/verify', access: 'webhooks', handle: show },
];

async function show({ db, tenant, params, query, locale, format }: PanelRequest): Promise<PanelResponse> {
  const id = readId(params.id);
  const endpoint = id === undefined ? undefined : await findEndpoint(db, { tenantId: tenant.id, id });
  if (!endpoint) return notFound();
  const language = languageOf(query.text('language'));
  return page({
    title: words[locale].title,
    section: 'webhooks',
    body: <VerifyPage endpoint={endpoint} language={language} locale={locale} format={format} />,
  });
}
