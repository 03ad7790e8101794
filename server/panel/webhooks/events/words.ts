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

export const words = dictionary({
  all: ['Todos os eventos', 'All events'],
  allHint: [
    'Os de hoje: um evento que passar a existir depois não entra sozinho.',
    "Today's: an event that we add later isn't included by itself.",
  ],
  doesNotFire: ['Não é enviado:', "Isn't sent:"],
  example: [(kind) => `Exemplo de ${kind}`, (kind) => `Example of ${kind}`],
  catalogue: ['Todos os eventos em detalhe', 'All events in detail'],
  whenSent: ['Quando cada evento é enviado', 'When each event is sent'],
});
