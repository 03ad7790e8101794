import { type EventKind, eventKinds } from '../../base/contract.ts';
import { dictionary, type Translation } from './language/dictionary.ts';
import type { Locale } from './language/locale.ts';

/** What happened, for people. A new kind of event doesn't compile without it. */
const names = dictionary({
  'order.created': ['Pedido{id} criado', 'Order{id} created'],
  'order.status_changed': ['Pedido{id} mudou de situação', 'Order{id} changed status'],
  'order.payment_confirmed': ['Pedido{id} pago', 'Order{id} paid'],
  'customer.created': ['Cliente{id} cadastrado', 'Customer{id} created'],
  'customer.updated': ['Cliente{id} alterado', 'Customer{id} updated'],
  'product.created': ['Produto{id} cadastrado', 'Product{id} created'],
  'product.updated': ['Produto{id} alterado', 'Product{id} updated'],
  'product.deleted': ['Produto{id} excluído', 'Product{id} deleted'],
  'delivery.completed': ['Pedido{id} entregue ao cliente', 'Order{id} delivered to the customer'],
  'delivery.failed': ['Pedido{id}: tentativa de entrega falhou', 'Order{id}: delivery attempt failed'],
} as const satisfies Record<EventKind, Translation>);

const isKind = (kind: string): kind is EventKind => (eventKinds as readonly string[]).includes(kind);

/** Pedido 5010 criado; without an id, Pedido criado. A kind from before stays its code. */
export const eventName = (kind: string, locale: Locale, id: number | '' = ''): string =>
  isKind(kind) ? names[locale][kind](id === '' ? id : ` ${id}`) : kind;
