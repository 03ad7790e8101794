import { findOrderSummary, type OrderSummary } from '../../trade/search/find-orders.ts';
import { Details, Empty, LinkButton, Time, useLocale } from '../kit/index.ts';
import { linkTo, readId } from '../request/form.ts';
import { notFound, type PanelRequest, type PanelResponse, page } from '../request/route.ts';
import { Steps } from './steps.tsx';
import { Systems } from './systems.tsx';
import { staffTimeline, type TimelineView } from './view.ts';
import { words } from './words.ts';

/** One order from the request that placed it to what each system knows of it. */
export async function orderPage(request: PanelRequest): Promise<PanelResponse> {
  const { db, tenant, params, locale } = request;
  const id = readId(params.id);
  const order = id === undefined ? undefined : await findOrderSummary(db, tenant.id, id);
  if (!order) return notFound();
  const text = words[locale];
  const list = linkTo('/panel/deliveries', { q: `#${order.id}` });
  return page(
    {
      title: text.orderNumber(order.id),
      heading: { intro: text.intro, actions: <LinkButton href={list}>{text.inList}</LinkButton> },
    },
    <OrderFacts order={order} />,
    <Story
      view={await staffTimeline(request, { orderId: order.id })}
      share={`/panel/orders/${order.id}/share`}
    />,
  );
}

interface StoryProps {
  readonly view: TimelineView;
  readonly share?: string | undefined;
}

export function Story({ view, share }: StoryProps) {
  const text = words[useLocale()];
  if (view.events.length === 0) return <Empty title={text.noEvents}>{null}</Empty>;
  return (
    <>
      <Systems view={view} share={share} />
      <h2>{text.timeline}</h2>
      <Steps view={view} />
    </>
  );
}

function OrderFacts({ order }: { readonly order: OrderSummary }) {
  const locale = useLocale();
  const text = words[locale];
  const { total, currency, customerId, name } = order;
  const money = new Intl.NumberFormat(locale === 'pt' ? 'pt-BR' : 'en', { style: 'currency', currency });
  const customer = linkTo('/panel/search', { of: 'customer', id: String(customerId) });
  return (
    <Details
      of={{
        [text.customer]: (
          <a href={customer}>
            <bdi>{name}</bdi>
          </a>
        ),
        [text.total]: money.format(Number(total)),
        ...factsOf(order, text),
      }}
    />
  );
}

/** What a vendor is shown, too: enough to find the order, and nobody's name. */
export function factsOf({ status, externalId, createdAt }: OrderSummary, text: (typeof words)['pt']) {
  const names: Readonly<Record<string, unknown>> = text;
  return {
    [text.status]: typeof names[status] === 'string' ? names[status] : status,
    [text.externalId]: externalId === null ? undefined : <bdi>{externalId}</bdi>,
    [text.created]: <Time at={createdAt} as="fullTime" />,
  };
}
