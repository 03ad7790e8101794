import type { RecordedEntry } from '../../accounts/audit/list.ts';
import type { TargetType } from '../../accounts/audit/store.ts';
import { endpointsOfRecoveries, eventsOfDeliveries } from '../../webhooks/log/still-there.ts';
import { listLink, recoveryPath } from '../deliveries/list/list-query.ts';
import { missingFor } from '../request/access.ts';
import { isUuid, readId } from '../request/form.ts';
import type { PanelRequest } from '../request/route.ts';

/** Entries are kept for longer than deliveries are. */
export type EntryLink = (entry: RecordedEntry) => string | undefined;

/** Where each entry's delivery or recovery is shown, if it still exists and the user may see it. */
export async function entryLinks(
  request: PanelRequest,
  entries: readonly RecordedEntry[],
): Promise<EntryLink> {
  const { db, tenant } = request;
  if (missingFor(request, 'webhooks') !== undefined) return () => undefined;
  const idsOf = (type: TargetType): string[] =>
    entries.flatMap(({ targetType, targetId }) =>
      targetType === type && targetId !== null ? [targetId] : [],
    );
  const recoveryIds = idsOf('recovery').flatMap((text) => readId(text) ?? []);
  const events = await eventsOfDeliveries(db, tenant.id, idsOf('delivery').filter(isUuid));
  const endpoints = await endpointsOfRecoveries(db, tenant.id, recoveryIds);
  return ({ targetType, targetId }) => {
    if (targetType === 'delivery') return deliveryLink(targetId!, events.get(targetId!));
    if (targetType !== 'recovery') return undefined;
    const endpoint = endpoints.get(Number(targetId));
    return endpoint === undefined ? undefined : recoveryPath(endpoint, Number(targetId));
  };
}

const deliveryLink = (id: string, eventId: string | undefined): string | undefined =>
  eventId && listLink({}, { q: eventId, open: id });
