import { setActive } from '../../webhooks/endpoints/activation.ts';
import { notFound, type PanelRequest, type PanelResponse, redirect } from '../request/route.ts';
import type { NamedEndpoint } from './find-endpoint.ts';
import { words } from './words.ts';

export const switchTo =
  (active: boolean) =>
  async ({ db, actor, locale }: PanelRequest, { key, path }: NamedEndpoint): Promise<PanelResponse> => {
    const before = await db.transaction((tx) => setActive(tx, actor, key, active));
    if (before === undefined) return notFound();
    return redirect(path, active ? words[locale].activated : words[locale].deactivated);
  };
