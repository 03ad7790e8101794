/** An event that somebody searched for. Times are RFC 3339 in UTC with milliseconds, so that text compares as time does. */
export interface FoundEvent {
  readonly id: string;
  readonly kind: string;
  readonly occurredAt: string;
  /** The endpoints that have a delivery of it. */
  readonly deliveredTo: readonly number[];
}

export interface OffPeriod {
  readonly from: string;
  readonly until: string;
}

export interface EventEndpoint {
  readonly id: number;
  readonly name: string;
  readonly events: readonly string[];
  readonly active: boolean;
  readonly createdAt: string;
  readonly inactiveSince: string | null;
  readonly deletedAt: string | null;
  /** When it was inactive and was activated again. */
  readonly wasOff: readonly OffPeriod[];
}

/**
 * `off`: the endpoint was inactive then and still is. `was_off`: it was then. `later`: it was created after the event. `missed`: it
 * subscribes to the event now and didn't then. `deleted`: it was deleted before.
 */
export interface Reason {
  readonly why: 'off' | 'was_off' | 'later' | 'missed' | 'deleted';
  readonly endpoint: Pick<EventEndpoint, 'id' | 'name'>;
}

export interface Undelivered {
  readonly event: FoundEvent;
  /** Empty when no endpoint subscribes to such events. */
  readonly reasons: readonly Reason[];
}

/**
 * Why endpoints have no delivery of an event. If others have one, only the endpoints that were inactive count: an endpoint that
 * was created last week lacks every older event, and nobody waits for those. Undefined when there is nothing to tell.
 */
export function whyUndelivered(
  event: FoundEvent,
  endpoints: readonly EventEndpoint[],
): Undelivered | undefined {
  const lacking = endpoints.filter(
    ({ id, events }) => events.includes(event.kind) && !event.deliveredTo.includes(id),
  );
  const present = lacking.filter(({ deletedAt }) => deletedAt === null);
  const reasons = present.map((endpoint): Reason => ({ why: whyNot(event, endpoint), endpoint }));
  if (event.deliveredTo.length > 0) {
    const off = reasons.filter(({ why }) => why === 'off' || why === 'was_off');
    return off.length > 0 ? { event, reasons: off } : undefined;
  }
  if (reasons.length > 0) return { event, reasons };
  const deleted = lacking.filter(({ deletedAt }) => deletedAt !== null && deletedAt <= event.occurredAt);
  return { event, reasons: deleted.map((endpoint) => ({ why: 'deleted', endpoint })) };
}

function whyNot(
  { occurredAt }: FoundEvent,
  { active, createdAt, inactiveSince, wasOff }: EventEndpoint,
): Reason['why'] {
  if (createdAt > occurredAt) return 'later';
  if (!active && (inactiveSince === null || inactiveSince <= occurredAt)) return 'off';
  return wasOff.some(({ from, until }) => from <= occurredAt && occurredAt <= until) ? 'was_off' : 'missed';
}
