import { LinkButton, Notice } from '../kit/index.ts';
import { type PanelRequest, type PanelResponse, page } from '../request/route.ts';
import type { NamedEndpoint } from './endpoint.tsx';
import { words } from './words.ts';

interface Refusal {
  readonly status: 409 | 422;
  readonly title: string;
  readonly text: string;
}

/** The endpoint isn't any more as it was when the form was shown. */
export const refusedPage = (
  { locale }: PanelRequest,
  { path }: NamedEndpoint,
  { status, title, text }: Refusal,
): PanelResponse =>
  page({
    status,
    title,
    section: 'webhooks',
    heading: {},
    body: (
      <>
        <Notice kind="error" focus>
          {text}
        </Notice>
        <LinkButton href={path}>{words[locale].backToEndpoint}</LinkButton>
      </>
    ),
  });
