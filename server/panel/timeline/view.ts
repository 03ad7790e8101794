import { type ApiKey, listKeys } from '../../accounts/api-keys/key-details.ts';
import { listAudit, type RecordedEntry } from '../../accounts/audit/list.ts';
import type { Querier } from '../../db/querier.ts';
import { type EndpointDetails, listEndpoints } from '../../webhooks/endpoints/find-endpoints.ts';
import { type TimelineEvent, type TimelineOf, timelineOf } from '../../webhooks/log/timeline.ts';
import { searchedEvents } from '../../webhooks/log/undelivered.ts';
import type { EventEndpoint, Undelivered } from '../../webhooks/log/why-undelivered.ts';
import { createRetrySchedule } from '../../webhooks/send/rules/retry-schedule.ts';
import { missingFor } from '../request/access.ts';
import type { PanelConfig, PanelRequest } from '../request/route.ts';

const MAX_RESENDS = 100;

/** What happened, and what each system was told. */
export interface TimelineView {
  readonly events: readonly TimelineEvent[];
  readonly resends: readonly RecordedEntry[];
  readonly undelivered: readonly Undelivered[];
  readonly maxAttempts: number;
  /** What else its reader may open. Undefined for whoever has a link. */
  readonly opens?: {
    readonly keys: readonly ApiKey[];
    /** The endpoints that are on and that no new order is told. */
    readonly unaware: readonly EndpointDetails[];
  };
}

interface Source {
  readonly db: Querier;
  readonly tenantId: number;
  readonly config: Pick<PanelConfig, 'webhooks'>;
}

export async function readTimeline({ db, tenantId, config }: Source, of: TimelineOf): Promise<TimelineView> {
  const events = await timelineOf(db, tenantId, of);
  const ids = events.flatMap(({ deliveries }) => deliveries.map((delivery) => delivery.id));
  const target = { type: 'delivery', id: ids } as const;
  return {
    events,
    resends: await listAudit(db, tenantId, { target, action: 'delivery.resent' }, { limit: MAX_RESENDS }),
    undelivered: (await searchedEvents(db, tenantId, of))?.undelivered ?? [],
    maxAttempts: createRetrySchedule(config.webhooks).maxAttempts,
  };
}

/** The keys that may have caused something: nobody has more. */
const MAX_KEYS = 500;

const keysFor = async (request: PanelRequest): Promise<readonly ApiKey[]> =>
  missingFor(request, 'revoke_keys') ? [] : listKeys(request.db, request.tenant.id, { limit: MAX_KEYS });

async function unawareOf({ db, tenant }: PanelRequest): Promise<EndpointDetails[]> {
  const endpoints = await listEndpoints(db, tenant.id);
  return endpoints.filter(({ active, events }) => active && !events.includes('order.created'));
}

/** The same for staff, who go on from there. */
export const staffTimeline = async (request: PanelRequest, of: TimelineOf): Promise<TimelineView> => ({
  ...(await readTimeline({ db: request.db, tenantId: request.tenant.id, config: request.deps.config }, of)),
  opens: { keys: await keysFor(request), unaware: await unawareOf(request) },
});

interface Part {
  readonly endpoint: Pick<EventEndpoint, 'id' | 'name'>;
  /** Who sent it again, as the vendor is told. */
  readonly staff: string;
}

/** What concerns one endpoint, for its vendor: no other system, no URL, and nobody's name. */
export function partOf(view: TimelineView, { endpoint, staff }: Part): TimelineView {
  const undelivered = view.undelivered.map(({ event, reasons }) => ({
    event,
    reasons: reasons.filter((each) => each.endpoint.id === endpoint.id).map(({ why }) => ({ why, endpoint })),
  }));
  const lacks = (id: string): boolean =>
    undelivered.some(({ event, reasons }) => event.id === id && reasons.length > 0);
  const events = view.events.map((event) => ({
    ...event,
    deliveries: event.deliveries
      .filter(({ endpointId }) => endpointId === endpoint.id)
      .map((delivery) => ({ ...delivery, endpointName: endpoint.name })),
  }));
  return {
    maxAttempts: view.maxAttempts,
    events: events.filter(({ id, deliveries }) => deliveries.length > 0 || lacks(id)),
    undelivered,
    resends: view.resends.map((each) => ({ ...each, actorName: staff })),
  };
}
