import { deleteEndpoint } from '../../webhooks/endpoints/delete-endpoint.ts';
import { Confirm } from '../kit/index.ts';
import { notFound, type PanelRequest, type PanelResponse, page, redirect } from '../request/route.ts';
import type { NamedEndpoint } from './endpoint.tsx';
import { words } from './words.ts';

export async function deletePage(
  { locale }: PanelRequest,
  { endpoint, path }: NamedEndpoint,
): Promise<PanelResponse> {
  const w = words[locale];
  return page({
    title: w.deleteTitle,
    section: 'webhooks',
    body: (
      <Confirm
        title={w.deleteTitle}
        action={`${path}/delete`}
        confirm={w.delete}
        cancel={path}
        locale={locale}
      >
        <p class="break">
          <strong class="mono">{endpoint.url}</strong>
          {endpoint.description === '' ? null : <span class="second">{endpoint.description}</span>}
        </p>
        <p>
          {w.deleteText} <strong>{w.deleteForever}</strong>
        </p>
      </Confirm>
    ),
  });
}

export async function remove(
  { db, actor, locale }: PanelRequest,
  { key }: NamedEndpoint,
): Promise<PanelResponse> {
  const deleted = await db.transaction((tx) => deleteEndpoint(tx, actor, key));
  return deleted === undefined ? notFound() : redirect('/panel/webhooks', words[locale].deleted(deleted.url));
}
