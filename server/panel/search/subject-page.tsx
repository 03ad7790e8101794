import { namedById } from '../../trade/search/find-named.ts';
import { newestOrdersOf } from '../../trade/search/find-orders.ts';
import { NAMED_KINDS, type Named } from '../../trade/search/named.ts';
import { eventsAbout } from '../../webhooks/log/events-about.ts';
import { type Column, Empty, joined, RowLink, Table, Time, useFormat } from '../kit/index.ts';
import { missingFor } from '../request/access.ts';
import { readId } from '../request/form.ts';
import { notFound, type PanelRequest, type PanelResponse, page } from '../request/route.ts';
import { Steps } from '../timeline/steps.tsx';
import { staffTimeline, type TimelineView } from '../timeline/view.ts';
import { orderLink } from './find.ts';
import { words } from './words.ts';

const MAX_ORDERS = 20;

/** A customer, a product, a coupon or a promotion: its newest orders, and of the first two what was told of it. */
export async function subjectPage(request: PanelRequest): Promise<PanelResponse> {
  const { db, tenant, query, locale } = request;
  const text = words[locale];
  const kind = NAMED_KINDS.find((each) => each === query.text('of'));
  const id = readId(query.text('id'));
  const mayOpen = !missingFor(request, 'deliveries') && kind !== undefined && kind !== 'order';
  const found = mayOpen && id !== undefined ? await namedById(db, tenant.id, kind, id) : undefined;
  if (!found || kind === undefined || kind === 'order') return notFound();
  const orders = await newestOrdersOf(db, tenant.id, { kind, id: found.id }, MAX_ORDERS);
  const intro = joined([text[kind], text.number(found.id), found.code, found.externalId]);
  return page(
    { title: found.name, heading: { title: <bdi>{found.name}</bdi>, intro } },
    <Orders orders={orders} />,
    <History views={await viewsOf(request, found)} />,
  );
}

/** Its creation, and its last change. */
async function viewsOf(request: PanelRequest, { kind, id }: Named): Promise<TimelineView[]> {
  if (kind !== 'customer' && kind !== 'product') return [];
  const views: TimelineView[] = [];
  for (const eventId of await eventsAbout(request.db, request.tenant.id, { type: kind, id }))
    views.push(await staffTimeline(request, { eventId }));
  return views;
}

function History({ views }: { readonly views: readonly TimelineView[] }) {
  const text = words[useFormat().locale];
  if (views.length === 0) return null;
  return (
    <>
      <h2>{text.told}</h2>
      <p class="hint">{text.toldHint}</p>
      {views.map((view) => (
        <Steps key={view.events[0]?.id} view={view} />
      ))}
    </>
  );
}

type OrderOf = Awaited<ReturnType<typeof newestOrdersOf>>[number];

function Orders({ orders }: { readonly orders: readonly OrderOf[] }) {
  const format = useFormat();
  const text = words[format.locale];
  const columns: readonly Column<OrderOf>[] = [
    {
      title: text.order,
      cell: (order) => (
        <RowLink href={orderLink(order.id)} about={[order.name, format.time(order.createdAt)]}>
          {text.orderNumber(order.id)}
        </RowLink>
      ),
    },
    { title: text.customer, cell: ({ name }) => <bdi>{name}</bdi> },
    { title: text.when, cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
  if (orders.length === 0) return <Empty title={text.noOrders}>{null}</Empty>;
  return (
    <>
      <h2>{text.newestOrders}</h2>
      <Table name="orders" rows={orders} keyOf={(order) => order.id} columns={columns} />
    </>
  );
}
