import type { EventKind } from '../../../base/contract.ts';
import { dictionary, type Translation } from '../../kit/index.ts';

/** The first word of a kind. */
export type EventSubject = EventKind extends `${infer Word}.${string}` ? Word : never;

/** A kind with a new first word doesn't compile until it has its title here. */
export const subjects = dictionary({
  order: ['Pedidos', 'Orders'],
  customer: ['Clientes', 'Customers'],
  product: ['Produtos', 'Products'],
  // In the panel, deliveries are those of webhooks.
  delivery: ['Entrega dos pedidos', 'Shipping'],
} satisfies Record<EventSubject, Translation>);
