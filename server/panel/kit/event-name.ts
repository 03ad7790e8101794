import { type EventKind, eventKinds } from '../../base/contract.ts';
import { dictionary, type Translation } from './language/dictionary.ts';
import type { Locale } from './language/locale.ts';

const order = ['Pedido', 'Order'] as const;
const customer = ['Cliente', 'Customer'] as const;
const product = ['Produto', 'Product'] as const;
type Noun = readonly [pt: string, en: string];

type Naming = (id: number | string) => string;

const happened = ([ptNoun, enNoun]: Noun, pt: string, en: string): readonly [Naming, Naming] => [
  (id) => `${ptNoun}${id === '' ? '' : ` ${id}`}${pt}`,
  (id) => `${enNoun}${id === '' ? '' : ` ${id}`}${en}`,
];

/** What happened, for people. A new kind of event doesn't compile without it. */
const names = dictionary({
  'order.created': happened(order, ' criado', ' created'),
  'order.status_changed': happened(order, ' mudou de situação', ' changed status'),
  'order.payment_confirmed': happened(order, ' pago', ' paid'),
  'customer.created': happened(customer, ' cadastrado', ' created'),
  'customer.updated': happened(customer, ' alterado', ' updated'),
  'product.created': happened(product, ' cadastrado', ' created'),
  'product.updated': happened(product, ' alterado', ' updated'),
  'product.deleted': happened(product, ' excluído', ' deleted'),
  'delivery.completed': happened(order, ' entregue ao cliente', ' delivered to the customer'),
  'delivery.failed': happened(order, ': tentativa de entrega falhou', ': delivery attempt failed'),
} satisfies Record<EventKind, Translation>);

const isKind = (kind: string): kind is EventKind => (eventKinds as readonly string[]).includes(kind);

/** Pedido 5010 criado; without an id, Pedido criado. A kind from before stays its code. */
export const eventName = (kind: string, locale: Locale, id: number | '' = ''): string =>
  isKind(kind) ? names[locale][kind](id) : kind;
