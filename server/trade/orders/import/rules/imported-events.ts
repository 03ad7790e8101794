import { pastTime } from '../../rules/past-time.ts';
import type { OrderStatus } from '../../rules/status.ts';
import type { Item, Step } from './history.ts';

/** An event of an imported order, as what happened to it. */
export interface ImportedEvent {
  readonly kind:
    | 'order.created'
    | 'order.payment_confirmed'
    | 'order.status_changed'
    | 'delivery.failed'
    | 'delivery.completed';
  readonly at: string;
  /** Of the order after it. */
  readonly status: OrderStatus;
  readonly previous: OrderStatus | null;
  readonly reason: string | null;
}

type Happened = Omit<ImportedEvent, 'status'> & { readonly status?: OrderStatus };

/**
 * The events that the order would have had, in the sequence in which things happened. Of what has the same time, what is listed here
 * first came first.
 */
export function importedEvents(
  item: Item,
  history: readonly Step[],
  confirmedAt: string | null,
): ImportedEvent[] {
  const [first, ...changes] = history;
  const attempts = item.delivery_attempts ?? [];
  const changed = changes.map((step, index): Happened => {
    const { status, reason, at } = step;
    return { kind: 'order.status_changed', at, status, previous: history[index]!.status, reason };
  });
  const failed = attempts.flatMap(({ outcome, at, reason = null }): Happened[] =>
    outcome === 'failed' ? [{ ...event('delivery.failed', pastTime(at)!), reason }] : [],
  );
  const isShipment = ({ status }: Happened) => status === 'In_Transit';
  const deliveredAt = attempts.find(({ outcome }) => outcome === 'delivered')?.at;
  const sequence = [
    ...(confirmedAt === null ? [] : [event('order.payment_confirmed', confirmedAt)]),
    ...changed.filter(isShipment),
    ...failed,
    ...changed.filter((change) => !isShipment(change)),
  ].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  const events: ImportedEvent[] = [{ ...event('order.created', first!.at), status: first!.status }];
  for (const happened of sequence) {
    const { status = events.at(-1)!.status } = happened;
    events.push({ ...happened, status });
    if (happened.status === 'Delivered')
      events.push({ ...event('delivery.completed', pastTime(deliveredAt) ?? happened.at), status });
  }
  return events;
}

const event = (kind: ImportedEvent['kind'], at: string): Happened => ({
  ...{ kind, at, previous: null, reason: null },
});
