import type { VNode } from 'preact';
import { listAudit } from '../../accounts/audit/list.ts';
import { findOrderSummary, type OrderSummary } from '../../trade/search/find-orders.ts';
import { orderTimeline } from '../../webhooks/log/order-timeline.ts';
import { searchedEvents } from '../../webhooks/log/undelivered.ts';
import { createRetrySchedule } from '../../webhooks/send/rules/retry-schedule.ts';
import { Details, Empty, LinkButton, Status, Time } from '../kit/index.ts';
import { linkTo, readId } from '../request/form.ts';
import { notFound, type PanelRequest, type PanelResponse, page } from '../request/route.ts';
import { type OrderView, Step } from './timeline.tsx';
import { words } from './words.ts';

const MAX_RESENDS = 100;

/** One order from the request that placed it to what each system knows of it. */
export async function orderPage(request: PanelRequest): Promise<PanelResponse> {
  const { db, tenant, params, locale, deps } = request;
  const id = readId(params.id);
  const order = id === undefined ? undefined : await findOrderSummary(db, tenant.id, id);
  if (!order) return notFound();
  const text = words[locale];
  const events = await orderTimeline(db, tenant.id, order.id);
  const ids = events.flatMap(({ deliveries }) => deliveries.map((delivery) => delivery.id));
  const target = { type: 'delivery', id: ids } as const;
  const view: OrderView = {
    request,
    events,
    resends: await listAudit(db, tenant.id, { target, action: 'delivery.resent' }, { limit: MAX_RESENDS }),
    undelivered: (await searchedEvents(db, tenant.id, { orderId: order.id }))?.undelivered ?? [],
    maxAttempts: createRetrySchedule(deps.config.webhooks).maxAttempts,
  };
  const list = linkTo('/panel/deliveries', { q: `#${order.id}` });
  return page(
    {
      title: text.title(order.id),
      heading: { intro: text.intro, actions: <LinkButton href={list}>{text.inList}</LinkButton> },
    },
    <Facts order={order} request={request} />,
    events.length === 0 ? (
      <Empty title={text.noEvents}>{null}</Empty>
    ) : (
      <>
        <Systems {...view} />
        <h2>{text.timeline}</h2>
        <ol class="timeline">
          {events.map((event) => (
            <Step key={event.id} view={view} event={event} />
          ))}
        </ol>
      </>
    ),
  );
}

function Facts({ order, request: { locale } }: { order: OrderSummary; request: PanelRequest }): VNode {
  const text = words[locale];
  const names: Readonly<Record<string, unknown>> = text;
  const { status, total, currency, externalId, customerId, name } = order;
  const money = new Intl.NumberFormat(locale === 'pt' ? 'pt-BR' : 'en', { style: 'currency', currency });
  return (
    <Details
      of={{
        [text.customer]: (
          <a href={linkTo('/panel/search', { of: 'customer', id: String(customerId) })}>
            <bdi>{name}</bdi>
          </a>
        ),
        [text.status]: typeof names[status] === 'string' ? names[status] : status,
        [text.total]: money.format(Number(total)),
        [text.externalId]: externalId === null ? undefined : <bdi>{externalId}</bdi>,
        [text.created]: <Time at={order.createdAt} />,
      }}
    />
  );
}

/** The question first: does the ERP know it? */
function Systems({ events, undelivered, request: { locale } }: OrderView): VNode {
  const text = words[locale];
  const systems = new Map<string, { all: number; lacking: number }>();
  const count = (name: string, isThere: boolean): void => {
    const { all, lacking } = systems.get(name) ?? { all: 0, lacking: 0 };
    systems.set(name, { all: all + 1, lacking: lacking + (isThere ? 0 : 1) });
  };
  for (const { deliveries } of events)
    for (const { endpointName, status } of deliveries) count(endpointName, status === 'SUCCESS');
  for (const { reasons } of undelivered) for (const { endpoint } of reasons) count(endpoint.name, false);
  return (
    <>
      <h2>{text.systems}</h2>
      <ul class="systems">
        {[...systems].map(([name, { all, lacking }]) => (
          <li key={name}>
            <bdi>{name}</bdi>{' '}
            <Status tone={lacking === 0 ? 'good' : 'bad'}>
              {lacking === 0 ? text.hasAll(all) : text.lacks(lacking, all)}
            </Status>
          </li>
        ))}
      </ul>
    </>
  );
}
