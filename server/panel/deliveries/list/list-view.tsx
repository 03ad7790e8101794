import { eventKinds } from '../../../base/contract.ts';
import { findOrderIds } from '../../../trade/search/find-orders.ts';
import { listEndpoints } from '../../../webhooks/endpoints/find-endpoints.ts';
import { tenantHealth } from '../../../webhooks/endpoints/health.ts';
import { countListed } from '../../../webhooks/log/count-listed.ts';
import { deliveriesFingerprint } from '../../../webhooks/log/delivery-changes.ts';
import { countDeliveries } from '../../../webhooks/log/delivery-counts.ts';
import { findDelivery } from '../../../webhooks/log/delivery-detail.ts';
import { subjectOf } from '../../../webhooks/log/event-subject.ts';
import { findLogged } from '../../../webhooks/log/find-logged.ts';
import { type DeliveryPage, listDeliveries } from '../../../webhooks/log/list-deliveries.ts';
import { searchedEvents } from '../../../webhooks/log/undelivered.ts';
import { attemptHeaders } from '../../../webhooks/send/attempt-headers.ts';
import { createRetrySchedule } from '../../../webhooks/send/rules/retry-schedule.ts';
import { eventName } from '../../kit/index.ts';
import { missingFor } from '../../request/access.ts';
import { apiOrigin } from '../../request/api-origin.ts';
import type { PanelRequest } from '../../request/route.ts';
import { Detail } from '../detail/detail.tsx';
import { isDropped } from './delivery-status.tsx';
import { type ListQuery, readListQuery, searchedFor, searchOf } from './list-query.ts';
import { words } from './words.ts';

const PAGE_SIZE = 50;
const NOTHING: DeliveryPage = { deliveries: [], next: undefined, searchedUntil: undefined };

/** What the list shows. */
export type ListView = Awaited<ReturnType<typeof listView>>;

export async function listView(request: PanelRequest) {
  const { db, deps, tenant, locale, format } = request;
  const { maxAttempts } = createRetrySchedule(deps.config.webhooks);
  const query = await queryOf(request, maxAttempts);
  await deps.writeCounts();
  // Before the rest: a change in between is then seen once too often rather than never.
  const seen = await deliveriesFingerprint(db, tenant.id);
  const options = { limit: PAGE_SIZE, ...(query.after && { after: query.after }) };
  return {
    query,
    /** What the live stream compares with. */
    seen,
    page: query.searchIsValid ? await listDeliveries(db, tenant.id, query.filter, options) : NOTHING,
    counts: await countDeliveries(db, tenant.id, maxAttempts),
    /** With the rest of the filter as it is, so that a chip leads to as many rows as it says. */
    chips: query.searchIsValid ? await countListed(db, tenant.id, query.filter, maxAttempts) : NO_CHIPS,
    health: await tenantHealth(db, tenant.id),
    endpoints: (await listEndpoints(db, tenant.id)).map(({ id, url, description, active }) => ({
      id,
      active,
      name: description || url,
    })),
    /** Undefined unless an event or an order was searched for. */
    searched: query.after === undefined ? await searchedEvents(db, tenant.id, query.filter) : undefined,
    /** Shown under the row of `query.open`. */
    detail: await openDetail(request, query),
    apiOrigin: apiOrigin(request),
    mayResend: mayResend(request),
    words: words[locale],
    format,
    maxAttempts,
  };
}

async function queryOf(request: PanelRequest, maxAttempts: number): Promise<ListQuery> {
  const { db, tenant, query } = request;
  const read = readListQuery(query, eventKinds, { timeZone: tenant.timeZone, maxAttempts });
  const { uuid, text, kind } = searchOf(query);
  if (uuid !== undefined) return searchedFor(read, await eventsOfId(request, uuid));
  const isOrder = text !== '' && (kind === undefined || kind === 'order') && !query.text('q').startsWith('#');
  const [orderId] = isOrder ? await findOrderIds(db, tenant.id, text) : [];
  return searchedFor(read, orderId === undefined ? undefined : { orderId });
}

/** An id that nothing has any longer may still be that of an event. */
async function eventsOfId({ db, tenant }: PanelRequest, id: string) {
  const found = await findLogged(db, tenant.id, id);
  if (found?.type === 'request') return { requestId: id };
  return { eventId: found?.eventId ?? id };
}

const NO_CHIPS = { FAILED: 0, DROPPED: 0, RETRYING: 0, HELD: 0 };

const mayResend = (request: PanelRequest): boolean => !missingFor(request, 'resend');

async function openDetail(request: PanelRequest, query: ListQuery) {
  const { db, deps, tenant, format } = request;
  const delivery = query.open && (await findDelivery(db, tenant.id, query.open));
  if (!delivery) return null;
  const { attempts } = delivery;
  const attempt = attempts.find(({ number }) => number === query.attempt) ?? attempts.at(-1);
  const headers = attempt && attemptHeaders(deps.box, delivery, attempt);
  const { maxAttempts } = createRetrySchedule(deps.config.webhooks);
  const dropped = isDropped({ ...delivery, attempts: attempts.at(-1)?.number ?? 0 }, maxAttempts);
  const props = { delivery, attempt, headers, format, mayResend: mayResend(request), dropped };
  const subject = delivery.test ? undefined : subjectOf(delivery.body);
  return {
    title: `${eventName(delivery.kind, request.locale, subject?.id)} · ${delivery.endpointName}`,
    content: <Detail {...props} kept={query.kept} />,
  };
}
