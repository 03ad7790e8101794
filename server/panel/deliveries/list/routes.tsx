import { eventKinds } from '../../../base/contract.ts';
import { listEndpoints } from '../../../webhooks/endpoints/find-endpoints.ts';
import { tenantHealth } from '../../../webhooks/endpoints/tenant-health.ts';
import { deliveriesFingerprint } from '../../../webhooks/log/delivery-changes.ts';
import { countDeliveries } from '../../../webhooks/log/delivery-counts.ts';
import { findDelivery } from '../../../webhooks/log/delivery-detail.ts';
import { listDeliveries } from '../../../webhooks/log/list-deliveries.ts';
import { findOrderId } from '../../../webhooks/log/order-of-search.ts';
import { searchedEvents } from '../../../webhooks/log/undelivered.ts';
import { attemptHeaders } from '../../../webhooks/send/attempt-headers.ts';
import { createRetrySchedule } from '../../../webhooks/send/rules/retry-schedule.ts';
import { apiOrigin } from '../../request/api-origin.ts';
import { type PanelRequest, type PanelResponse, type PanelRoute, page } from '../../request/route.ts';
import { Detail } from '../detail/detail.tsx';
import { externalIdIn, type ListQuery, ofOrder, readListQuery } from './list-query.ts';
import { ListPage } from './page.tsx';
import { words } from './words.ts';

const PAGE_SIZE = 50;
const NOTHING = { deliveries: [], next: undefined, searchedUntil: undefined };

export const routes: readonly PanelRoute[] = [
  { method: 'get', path: '/deliveries', access: 'webhooks', handle: (request) => listPage(request) },
];

/** The list. With an error, after a form on it wasn't accepted. */
export async function listPage(request: PanelRequest, error?: string): Promise<PanelResponse> {
  const { db, deps, tenant, locale, format } = request;
  const query = await queryOf(request);
  await deps.writeCounts();
  // Before the rest: a change in between is then seen once too often rather than never.
  const seen = await deliveriesFingerprint(db, tenant.id);
  const options = { limit: PAGE_SIZE, ...(query.after && { after: query.after }) };
  const props = {
    page: query.searchIsValid ? await listDeliveries(db, tenant.id, query.filter, options) : NOTHING,
    counts: await countDeliveries(db, tenant.id),
    health: await tenantHealth(db, tenant.id),
    endpoints: (await listEndpoints(db, tenant.id)).map(({ id, url, description, active }) => ({
      id,
      active,
      name: description || url,
    })),
    searched: query.after === undefined ? await searchedEvents(db, tenant.id, query.filter) : undefined,
    detail: await openDetail(request, query),
    apiOrigin: apiOrigin(request),
  };
  const text = words[locale];
  const { maxAttempts } = createRetrySchedule(deps.config.webhooks);
  return page({
    title: text.title,
    section: 'deliveries',
    status: error === undefined ? 200 : 422,
    body: (
      <ListPage
        {...props}
        {...{ query, seen, error, format, maxAttempts }}
        words={text}
        nowMs={deps.nowMs()}
      />
    ),
  });
}

async function queryOf({ db, tenant, query }: PanelRequest): Promise<ListQuery> {
  const read = readListQuery(query, eventKinds, tenant.timeZone);
  const externalId = externalIdIn(query);
  return externalId === undefined ? read : ofOrder(read, await findOrderId(db, tenant.id, externalId));
}

async function openDetail({ db, deps, tenant, format }: PanelRequest, query: ListQuery) {
  const delivery = query.open && (await findDelivery(db, tenant.id, query.open));
  if (!delivery) return null;
  const { attempts } = delivery;
  const attempt = attempts.find(({ number }) => number === query.attempt) ?? attempts.at(-1);
  return (
    <Detail
      delivery={delivery}
      attempt={attempt}
      headers={attempt && attemptHeaders(deps.box, delivery, attempt)}
      kept={query.kept}
      format={format}
    />
  );
}
