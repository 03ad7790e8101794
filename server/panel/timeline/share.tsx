import { recordAudit } from '../../accounts/audit/store.ts';
import { findSessionOwner, type SessionOwner } from '../../accounts/staff/panel-user.ts';
import { findOrderSummary } from '../../trade/search/find-orders.ts';
import { hostOf } from '../../webhooks/endpoints/delivery-holds.ts';
import { findEndpoint } from '../../webhooks/endpoints/find-endpoints.ts';
import { CopyBlock, createFormat, Details, LinkButton } from '../kit/index.ts';
import { missingFor } from '../request/access.ts';
import { readId } from '../request/form.ts';
import {
  notFound,
  type PanelRequest,
  type PanelResponse,
  page,
  type VisitorRequest,
} from '../request/route.ts';
import { endpointName } from '../webhooks/endpoint.tsx';
import { factsOf, Story } from './order-page.tsx';
import { readShareToken, SHARED_DAYS, type Shared, shareToken } from './share-token.ts';
import { partOf, readTimeline } from './view.ts';
import { words } from './words.ts';

const DAY_SECONDS = 86_400;

/** Makes a link for the vendor of one system. Not a redirect: the link is in no history of ours. */
export async function shareOrder(request: PanelRequest): Promise<PanelResponse> {
  const { db, tenant, actor, params, form, locale, format, deps, origin, session } = request;
  const [orderId, id] = [readId(params.id), readId(form.text('endpoint'))];
  const order = orderId === undefined ? undefined : await findOrderSummary(db, tenant.id, orderId);
  const endpoint = id === undefined ? undefined : await findEndpoint(db, { tenantId: tenant.id, id });
  if (!order || !endpoint) return notFound();
  const { tenantId, userId, version } = session.login!;
  const until = Math.floor(deps.nowMs() / 1000) + SHARED_DAYS * DAY_SECONDS;
  const shared = { tenantId, userId, version, orderId: order.id, endpointId: endpoint.id, until };
  const target = { type: 'endpoint', id: endpoint.id, name: endpoint.url } as const;
  const details = { order_id: order.id };
  await db.transaction((tx) => recordAudit(tx, { tenantId, actor, action: 'order.shared', target, details }));
  const text = words[locale];
  const ends = format.time(new Date(until * 1000).toISOString());
  return page(
    {
      title: text.shareTitle(order.id, endpointName(endpoint)),
      heading: { intro: text.shareIntro },
      secret: true,
    },
    <div class="panel-box">
      <CopyBlock inline text={`${origin}/panel/shared/${shareToken(deps.sessionSecrets[0]!, shared)}`} />
      <p class="hint">{text.shareUntil(ends)}</p>
    </div>,
    <LinkButton href={`/panel/orders/${order.id}`}>{text.backToOrder}</LinkButton>,
  );
}

/** What has a link shows without a login: one order, as one system was told of it. */
export async function sharedOrder(request: VisitorRequest): Promise<PanelResponse> {
  const { deps, params, locale } = request;
  const shared = readShareToken(deps.sessionSecrets, params.token ?? '', deps.nowMs());
  const owner = shared && (await findSessionOwner(deps.db, shared));
  if (!shared || !owner || missingFor(owner, 'deliveries')) return goneLink(request);
  Object.assign(request, { format: createFormat(locale, owner.tenant.timeZone, deps.nowMs()) });
  return (await ofOrder(request, shared, owner)) ?? goneLink(request);
}

async function ofOrder(
  { deps, locale, signal }: VisitorRequest,
  { tenantId, orderId, endpointId }: Shared,
  { tenant }: SessionOwner,
): Promise<PanelResponse | undefined> {
  const db = deps.tenantDatabases.open(
    tenantId,
    (callback) => {
      signal.addEventListener('abort', callback);
      return () => signal.removeEventListener('abort', callback);
    },
    { isRead: true },
  );
  const order = await findOrderSummary(db, tenantId, orderId);
  const found = await findEndpoint(db, { tenantId, id: endpointId });
  if (!order || !found) return undefined;
  const whole = await readTimeline({ db, tenantId, config: deps.config }, { orderId });
  const endpoint = { id: found.id, name: endpointName(found) };
  const text = words[locale];
  return page(
    { title: text.orderNumber(orderId), heading: { intro: text.sharedIntro(tenant.name, tenant.timeZone) } },
    <Details of={{ ...factsOf(order, text), [text.host]: hostOf(found.url) }} />,
    <Story view={partOf(whole, { endpoint, staff: tenant.name })} />,
  );
}

function goneLink({ locale }: VisitorRequest): PanelResponse {
  const text = words[locale];
  return page({ status: 404, title: text.linkGone, heading: { intro: text.linkGoneText } });
}
