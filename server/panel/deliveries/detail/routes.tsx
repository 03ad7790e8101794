import { findDelivery } from '../../../webhooks/queue/delivery-detail.ts';
import { type ResendResult, resend, resendAll } from '../../../webhooks/queue/resend.ts';
import { keysAt } from '../../../webhooks/send/attempt-headers.ts';
import { curlCommand } from '../../../webhooks/send/curl-command.ts';
import { deliveryHeaders } from '../../../webhooks/send/headers.ts';
import { CopyBlock } from '../../elements/copy-block.tsx';
import { Heading } from '../../elements/heading.tsx';
import type { Form } from '../../form.ts';
import {
  notFound,
  type PanelRequest,
  type PanelResponse,
  type PanelRoute,
  page,
  redirect,
} from '../../route.ts';
import { words as shared } from '../../words.ts';
import { isUuid, LIST_PATH } from '../list/list-query.ts';
import { listPage } from '../list/routes.tsx';
import { type Words, words } from '../words.ts';

/** A few seconds, at a few ms each. */
const MAX_RESENT = 200;

export const routes: readonly PanelRoute[] = [
  { method: 'post', path: '/deliveries/resend', access: 'webhooks', handle: resendSelected },
  { method: 'post', path: '/deliveries/:id/resend', access: 'webhooks', handle: resendOne },
  { method: 'post', path: '/deliveries/:id/curl', access: 'webhooks', handle: copyAsCurl },
  { method: 'get', path: '/deliveries/:id/body', access: 'webhooks', handle: showBody },
];

async function resendSelected(request: PanelRequest): Promise<PanelResponse> {
  const { db, actor, tenant, form, locale } = request;
  const ids = form.all('id').filter(isUuid);
  if (ids.length === 0) return listPage(request, words[locale].selectFirst);
  if (ids.length > MAX_RESENT) return listPage(request, words[locale].tooMany(MAX_RESENT));
  const counts = await resendAll(db, actor, tenant.id, ids);
  return redirect(backOf(form), countsText(counts, words[locale]));
}

async function resendOne({ db, actor, tenant, params, form, locale }: PanelRequest): Promise<PanelResponse> {
  if (!isUuid(params.id)) return notFound();
  const result = await resend(db, actor, { tenantId: tenant.id, id: params.id });
  if (result === 'unknown') return notFound();
  return redirect(backOf(form), countsText({ [result]: 1 }, words[locale]));
}

function countsText(counts: Partial<Record<ResendResult, number>>, text: Words): string {
  const results = ['resent', 'sending', 'unknown'] as const;
  return results.flatMap((result) => (counts[result] ? [text[result](counts[result])] : [])).join(' ');
}

/** Only to the list, whatever the form says. */
function backOf(form: Form): string {
  const back = form.text('back');
  return back.startsWith(`${LIST_PATH}?`) ? back : LIST_PATH;
}

/** The command has a signature that is valid for some minutes, so the page is treated like one with a secret. */
async function copyAsCurl({ db, deps, tenant, params, locale }: PanelRequest): Promise<PanelResponse> {
  const delivery = isUuid(params.id) ? await findDelivery(db, tenant.id, params.id) : undefined;
  if (delivery === undefined) return notFound();
  const nowMs = deps.nowMs();
  const keys = keysAt(deps.box, delivery, nowMs);
  const { url, body } = delivery;
  const text = words[locale];
  return page({
    title: text.copyCurl,
    section: 'deliveries',
    secret: true,
    body: (
      <>
        <Heading title={text.copyCurl} intro={delivery.kind}>
          <a class="button" href={`${LIST_PATH}?open=${delivery.id}`}>
            {text.back}
          </a>
        </Heading>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is interactive. */}
        <section class="curl-command" aria-label={text.copyCurl} tabIndex={0}>
          <p class="hint">{keys === undefined ? text.curlImpossible : text.curlNote}</p>
          {keys === undefined ? null : (
            <CopyBlock
              text={curlCommand({ url, headers: deliveryHeaders(delivery, keys, nowMs), body })}
              copyLabel={shared[locale].copy}
            />
          )}
        </section>
      </>
    ),
  });
}

async function showBody({ db, tenant, params }: PanelRequest): Promise<PanelResponse> {
  const delivery = isUuid(params.id) ? await findDelivery(db, tenant.id, params.id) : undefined;
  return delivery === undefined ? notFound() : { kind: 'text', status: 200, text: delivery.body };
}
