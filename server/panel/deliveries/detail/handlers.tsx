import { type DeliveryDetail, findDelivery } from '../../../webhooks/log/delivery-detail.ts';
import { countAccepted, type ResendResult, resend, resendAll } from '../../../webhooks/recovery/resend.ts';
import { keysAt, shownHeaders } from '../../../webhooks/send/attempt-headers.ts';
import { curlCommand } from '../../../webhooks/send/curl-command.ts';
import { CopyBlock, LinkButton, useLocale, visibleText } from '../../kit/index.ts';
import { type Form, isUuid, ownPath, readId } from '../../request/form.ts';
import { confirmPage } from '../../request/message-page.tsx';
import { notFound, type PanelRequest, type PanelResponse, page, redirect } from '../../request/route.ts';
import { PANEL } from '../../session/site.ts';
import { LIST_PATH } from '../list/list-query.ts';
import { listPage } from '../list/page.tsx';
import { type DetailWords, words } from './words.ts';

/** A few seconds, at a few ms each. */
const MAX_RESENT = 200;

export async function resendSelected(request: PanelRequest): Promise<PanelResponse> {
  const { db, actor, tenant, form, locale } = request;
  const ids = form.all('id').filter(isUuid);
  if (ids.length === 0) return listPage(request, words[locale].selectFirst);
  if (ids.length > MAX_RESENT) return listPage(request, words[locale].tooMany(MAX_RESENT));
  const asked = await askFirst(request, ids);
  if (asked) return asked;
  const counts = await resendAll(db, actor, tenant.id, ids);
  return redirect(backOf(form), countsText(counts, words[locale]));
}

export async function resendOne(request: PanelRequest): Promise<PanelResponse> {
  const { db, actor, tenant, params, form, locale } = request;
  if (!isUuid(params.id)) return notFound();
  const asked = await askFirst(request, [params.id]);
  if (asked) return asked;
  const result = await resend(db, actor, { tenantId: tenant.id, id: params.id });
  if (result === 'unknown') return notFound();
  return redirect(backOf(form), countsText({ [result]: 1 }, words[locale]));
}

const CONFIRMED = 'confirmed';

/** Undefined if none of the deliveries was accepted yet, or somebody has said that it may come twice. */
async function askFirst(
  { db, tenant, form, path, locale, format }: PanelRequest,
  ids: readonly string[],
): Promise<PanelResponse | undefined> {
  const accepted = form.has(CONFIRMED) ? 0 : await countAccepted(db, tenant.id, ids);
  if (accepted === 0) return undefined;
  const text = words[locale];
  const [count, all] = [format.number(accepted), format.number(ids.length)];
  const back = backOf(form);
  return confirmPage(
    {
      title: text.againTitle,
      action: path,
      confirm: text.againConfirm(all),
      cancel: back,
      fields: { id: form.all('id'), back, [CONFIRMED]: 'yes' },
    },
    <p>{ids.length === 1 ? text.againOne : text.againText(all, count)}</p>,
  );
}

function countsText(counts: Partial<Record<ResendResult, number>>, text: DetailWords): string {
  const results = ['resent', 'held', 'sending', 'unknown'] as const;
  return results.flatMap((result) => (counts[result] ? [text[result](counts[result])] : [])).join(' ');
}

/** Only to the list, whatever the form says: nothing that a redirect can't have, once the change is made. */
function backOf(form: Form): string {
  const back = ownPath(form.text('back'), PANEL);
  return back.startsWith(`${LIST_PATH}?`) ? back : LIST_PATH;
}

/** The command has a signature that is valid for some minutes, so the page is treated like one with a secret. */
export async function copyAsCurl({
  db,
  deps,
  tenant,
  params,
  form,
  locale,
}: PanelRequest): Promise<PanelResponse> {
  const delivery = isUuid(params.id) ? await findDelivery(db, tenant.id, params.id) : undefined;
  if (delivery === undefined) return notFound();
  const nowMs = deps.nowMs();
  const keys = keysAt(deps.box, delivery, nowMs);
  const { body, attempts } = delivery;
  const attempt = attempts.find(({ number }) => number === readId(form.text('attempt'))) ?? attempts.at(-1);
  const url = attempt?.url ?? delivery.url;
  const command = keys && curlCommand({ url, headers: shownHeaders(delivery, keys, nowMs), body });
  return page(
    {
      title: words[locale].copyCurl,
      secret: true,
      heading: {
        intro: delivery.kind,
        actions: <LinkButton href={`${LIST_PATH}?open=${delivery.id}`}>{words[locale].back}</LinkButton>,
      },
    },
    <CurlCommand {...{ delivery, url, command }} />,
  );
}

interface CurlCommandProps {
  readonly delivery: DeliveryDetail;
  /** Where the command goes: where the attempt that was shown went. A resend goes to the endpoint's present URL. */
  readonly url: string;
  /** Undefined when nothing can be signed. */
  readonly command: string | undefined;
}

function CurlCommand({ delivery, url, command }: CurlCommandProps) {
  const { url: presentUrl } = delivery;
  const w = words[useLocale()];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is interactive.
    <section class="curl-command" aria-label={w.copyCurl} tabIndex={0}>
      <p class="hint">{command === undefined ? w.curlImpossible : w.curlNote(visibleText(url))}</p>
      {command === undefined || url === presentUrl ? null : (
        <p class="hint">
          <strong>{w.curlOtherUrl(visibleText(presentUrl))}</strong>
        </p>
      )}
      {command === undefined || delivery.headerNames.length === 0 ? null : <p class="hint">{w.curlMasked}</p>}
      {command === undefined ? null : <CopyBlock text={command} />}
    </section>
  );
}

export async function showBody({ db, tenant, params }: PanelRequest): Promise<PanelResponse> {
  const delivery = isUuid(params.id) ? await findDelivery(db, tenant.id, params.id) : undefined;
  return delivery === undefined ? notFound() : { kind: 'text', status: 200, text: delivery.body };
}
