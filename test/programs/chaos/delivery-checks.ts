import type { Arrival, ChaosEndpoint } from './endpoint-server.ts';
import type { CommittedEvent, DeliveryRecord } from './oracle.ts';
import type { Timeline } from './timeline.ts';

export interface Evidence {
  readonly events: readonly CommittedEvent[];
  readonly records: readonly DeliveryRecord[];
  readonly journal: readonly Arrival[];
  readonly endpoints: readonly ChaosEndpoint[];
  readonly timeline: Timeline;
}

const pair = (endpointId: number, eventId: string): string => `${endpointId} ${eventId}`;

/** Committed events × subscriptions: the expected deliveries, keyed by `endpointId eventId`. */
export function owed({ events, endpoints }: Evidence): Map<string, CommittedEvent> {
  const due = new Map<string, CommittedEvent>();
  for (const event of events)
    for (const { tenantId, endpointId, events: kinds } of endpoints)
      if (tenantId === event.tenantId && kinds.includes(event.kind))
        due.set(pair(endpointId, event.eventId), event);
  return due;
}

/** Expected deliveries that the endpoint never accepted. */
export function lost(evidence: Evidence): string[] {
  const accepted = new Set(
    evidence.journal
      .filter(({ acceptedAtMs }) => acceptedAtMs !== undefined)
      .map(({ endpointId, eventId }) => pair(endpointId, eventId)),
  );
  return [...owed(evidence).keys()].filter((key) => !accepted.has(key)).map((key) => `lost: ${key}`);
}

/** Arrivals that were not committed, not subscribed to, or that differ from what was committed. */
export function phantoms(evidence: Evidence): string[] {
  const due = owed(evidence);
  const recorded = new Map(evidence.records.map((record) => [record.deliveryId, record]));
  return evidence.journal.flatMap((arrival) => {
    const { endpointId, eventId, deliveryId, kind, bodyHash, signed } = arrival;
    const event = due.get(pair(endpointId, eventId));
    const record = recorded.get(deliveryId);
    const wrong = [
      event === undefined && 'is not expected at this endpoint',
      event !== undefined &&
        event.bodyHash !== bodyHash &&
        'has a body that differs from the stored envelope',
      event !== undefined && event.kind !== kind && 'has another kind in its header',
      !signed && 'has an invalid signature',
      (record?.eventId !== eventId || record.endpointId !== endpointId) && 'has an unknown delivery id',
    ].filter((fault) => fault !== false);
    return wrong.map((fault) => `phantom: ${pair(endpointId, eventId)} ${fault}`);
  });
}

export interface Duplicates {
  readonly count: number;
  readonly violations: string[];
}

/** Deliveries accepted more than once. That is allowed only if a worker or the database failed in between, or nobody read the response. */
export function duplicates({ journal, timeline }: Evidence): Duplicates {
  const accepted = grouped(
    journal.filter(({ acceptedAtMs }) => acceptedAtMs !== undefined),
    ({ endpointId, eventId }) => pair(endpointId, eventId),
  );
  const again = [...accepted.values()].flatMap((arrivals) =>
    arrivals.slice(1).map((second, index) => ({ first: arrivals[index]!, second })),
  );
  const violations = again.flatMap(({ first, second }) => {
    const key = pair(second.endpointId, second.eventId);
    const same = first.deliveryId === second.deliveryId && first.bodyHash === second.bodyHash;
    const excused =
      first.unread || timeline.faultsWithin({ from: first.atMs, until: second.atMs }).length > 0;
    return [
      ...(same ? [] : [`duplicate with different content: ${key}`]),
      ...(excused ? [] : [`duplicate without a fault in between: ${key}`]),
    ];
  });
  return { count: again.length, violations };
}

/** Checks each delivery's log: it ended in success, and every request was recorded before it was sent. */
export function logViolations({ records, journal, timeline }: Evidence): string[] {
  const arrivals = grouped(journal, ({ deliveryId }) => deliveryId);
  return records.flatMap((record) => {
    const { deliveryId, status, attempts, numbers, outcomes } = record;
    const arrived = arrivals.get(deliveryId) ?? [];
    const accepted = arrived.filter(({ acceptedAtMs }) => acceptedAtMs !== undefined);
    const missed = accepted.filter(
      ({ acceptedAtMs, unread }) => unread || timeline.wasFrozenAt(acceptedAtMs!),
    );
    const explained = acceptances(outcomes, missed.length);
    const wrong = [
      status !== 'SUCCESS' && `is ${status} after ${outcomes.join(', ')}`,
      numbers.some((number, index) => number !== index + 1) && `has the attempts ${numbers.join(', ')}`,
      attempts !== numbers.length && `counts ${attempts} attempts but has ${numbers.length}`,
      outcomes.includes(null) && 'has an attempt without an outcome',
      countOf(outcomes, 'accepted') !== 1 && `has ${countOf(outcomes, 'accepted')} accepted attempts`,
      outcomes.at(-1) !== 'accepted' && `ends with ${outcomes.at(-1)}`,
      arrived.length > numbers.length && `arrived ${arrived.length} times in ${numbers.length} attempts`,
      accepted.length > explained &&
        `was accepted ${accepted.length} times, which ${outcomes.join(', ')} does not explain`,
    ].filter((fault) => fault !== false);
    return wrong.map((fault) => `log: ${deliveryId} ${fault}`);
  });
}

const countOf = (outcomes: DeliveryRecord['outcomes'], outcome: string): number =>
  outcomes.filter((each) => each === outcome).length;

/**
 * How often the endpoint may have accepted the delivery, by its log. A lost attempt may have been accepted, and so may
 * one that timed out while its worker was frozen or had no turn: it sees the time-out before it reads the response.
 */
function acceptances(outcomes: DeliveryRecord['outcomes'], missed: number): number {
  const timeouts = Math.min(countOf(outcomes, 'timeout'), missed);
  return countOf(outcomes, 'accepted') + countOf(outcomes, 'lost') + timeouts;
}

/** Node 20 has no Map.groupBy. */
function grouped<T>(list: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of list) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
