import type { VNode } from 'preact';
import { namedById } from '../../trade/search/find-named.ts';
import { newestOrdersOf } from '../../trade/search/find-orders.ts';
import { NAMED_KINDS } from '../../trade/search/named.ts';
import { type Column, Empty, joined, RowLink, Table, Time } from '../kit/index.ts';
import { missingFor } from '../request/access.ts';
import { readId } from '../request/form.ts';
import { notFound, type PanelRequest, type PanelResponse, page, redirect } from '../request/route.ts';
import { find, type Group, type Hit, orderLink } from './find.ts';
import { words } from './words.ts';

/** More of one kind are no answer. */
const MAX_HITS = 10;
const MAX_ORDERS = 20;
const GROUPS: readonly Group[] = [
  ...(['order', 'logged', 'refusal', 'customer', 'product', 'coupon', 'promotion'] as const),
  ...(['webhooks', 'apiKeys', 'member'] as const),
];

/** Goes to what was meant, if one thing is exactly that. */
export async function searchPage(request: PanelRequest): Promise<PanelResponse> {
  const { query, locale } = request;
  if (query.has('of')) return ordersPage(request);
  const text = words[locale];
  const typed = query.text('q');
  const hits = await find(request, typed);
  const exact = hits.filter((hit) => hit.exact);
  if (exact.length === 1) return redirect(exact[0]!.href);
  if (typed === '') return page({ title: text.search, heading: { intro: text.intro } });
  if (hits.length > 0)
    return page(
      { title: text.search, heading: { title: text.results(typed) } },
      <Results hits={hits} request={request} />,
    );
  return page(
    { title: text.search, heading: {} },
    <Empty title={text.nothing(typed)}>
      <p>{text.nothingHelp}</p>
    </Empty>,
  );
}

const Results = ({ hits, request: { locale } }: { hits: readonly Hit[]; request: PanelRequest }): VNode => (
  <>
    {GROUPS.map((group) => [group, hits.filter((hit) => hit.group === group)] as const).map(([group, of]) =>
      of.length === 0 ? null : (
        <section key={group}>
          <h2>{words[locale][group]}</h2>
          <ul class="hits">
            {of.slice(0, MAX_HITS).map(({ href, title, about }) => (
              <li key={href}>
                <a href={href}>
                  <bdi>{title}</bdi>
                  {about.map((each) =>
                    each === null || each === title ? null : (
                      <span key={each} class="quiet">
                        {' · '}
                        <bdi>{each}</bdi>
                      </span>
                    ),
                  )}
                </a>
              </li>
            ))}
          </ul>
          {of.length > MAX_HITS ? <p class="hint">{words[locale].more(MAX_HITS)}</p> : null}
        </section>
      ),
    )}
  </>
);

type OrderOf = Awaited<ReturnType<typeof newestOrdersOf>>[number];

/** The newest orders of a customer, or with a product, a coupon or a promotion. */
async function ordersPage(request: PanelRequest): Promise<PanelResponse> {
  const { db, tenant, query, locale } = request;
  const text = words[locale];
  const kind = NAMED_KINDS.find((each) => each === query.text('of'));
  const id = readId(query.text('id'));
  const mayOpen = !missingFor(request, 'deliveries') && kind !== undefined && kind !== 'order';
  const found = mayOpen && id !== undefined ? await namedById(db, tenant.id, kind, id) : undefined;
  if (!found || kind === undefined || kind === 'order') return notFound();
  const orders = await newestOrdersOf(db, tenant.id, { kind, id: found.id }, MAX_ORDERS);
  const columns: readonly Column<OrderOf>[] = [
    {
      title: text.order,
      cell: (order) => (
        <RowLink href={orderLink(order.id)} about={[order.name, request.format.time(order.createdAt)]}>
          {text.orderNumber(order.id)}
        </RowLink>
      ),
    },
    { title: text.customer, cell: ({ name }) => <bdi>{name}</bdi> },
    { title: text.when, cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
  const intro = joined([text[kind], text.number(found.id), found.code, found.externalId]);
  return page(
    { title: found.name, heading: { title: <bdi>{found.name}</bdi>, intro } },
    orders.length === 0 ? (
      <Empty title={text.noOrders}>{null}</Empty>
    ) : (
      <>
        <h2>{text.newestOrders}</h2>
        <Table name="orders" rows={orders} keyOf={(order) => order.id} columns={columns} />
      </>
    ),
  );
}
