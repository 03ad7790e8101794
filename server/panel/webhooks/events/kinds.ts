import { type EventKind, sampleEvents } from '../../../contract.ts';
import type { Locale } from '../../language/locale.ts';
import { type EventGroup, type EventTexts, texts } from './kind-texts.ts';

export interface EventDescription extends EventTexts {
  readonly kind: EventKind;
  /** The contract's example envelope, indented. */
  readonly example: string;
}

export interface EventGroupDescription {
  readonly group: EventGroup;
  readonly title: string;
  readonly events: readonly EventDescription[];
}

/** A new kind of event doesn't compile until it has its group here and its texts in kind-texts.ts. */
const GROUP_OF = {
  'order.created': 'orders',
  'order.status_changed': 'orders',
  'order.payment_confirmed': 'orders',
  'customer.created': 'customers',
  'customer.updated': 'customers',
  'product.created': 'products',
  'product.updated': 'products',
  'product.deleted': 'products',
  'delivery.completed': 'shipping',
  'delivery.failed': 'shipping',
} as const satisfies Record<EventKind, EventGroup>;

const GROUPS: readonly EventGroup[] = ['orders', 'customers', 'products', 'shipping'];

const EXAMPLES = sampleEvents.map((event) => ({
  kind: event.event_type,
  example: JSON.stringify(event, undefined, 2),
}));

/** All kinds of events in groups, in the contract's order. */
export function eventGroups(locale: Locale): readonly EventGroupDescription[] {
  const { kinds, groups } = texts[locale];
  return GROUPS.map((group) => ({
    group,
    title: groups[group],
    events: EXAMPLES.filter(({ kind }) => GROUP_OF[kind] === group).map((event) => ({
      ...event,
      ...kinds[event.kind],
    })),
  }));
}
