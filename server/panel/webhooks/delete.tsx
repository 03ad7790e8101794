import { deleteEndpoint } from '../../webhooks/endpoints/delete-endpoint.ts';
import { confirmPage } from '../request/message-page.tsx';
import { notFound, type PanelResponse, redirect } from '../request/route.ts';
import type { EndpointRequest } from './endpoint.tsx';
import { words } from './words.ts';

export async function deletePage({ locale, endpoint, home }: EndpointRequest): Promise<PanelResponse> {
  const w = words[locale];
  return confirmPage(
    { title: w.deleteTitle, action: `${home}/delete`, confirm: w.delete, cancel: home },
    <p class="break">
      <strong class="mono">{endpoint.url}</strong>
      {endpoint.description === '' ? null : <span class="second">{endpoint.description}</span>}
    </p>,
    <p>
      {w.deleteText} <strong>{w.deleteForever}</strong>
    </p>,
  );
}

export async function remove({ db, actor, locale, key }: EndpointRequest): Promise<PanelResponse> {
  const deleted = await db.transaction((tx) => deleteEndpoint(tx, actor, key));
  return deleted === undefined ? notFound() : redirect('/panel/webhooks', words[locale].deleted(deleted.url));
}
