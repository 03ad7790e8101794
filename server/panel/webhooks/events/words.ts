import type { EventKind } from '../../../base/contract.ts';
import { dictionary } from '../../kit/language/dictionary.ts';
import type { Locale } from '../../kit/language/locale.ts';

/** The first word of a kind. */
export type EventSubject = EventKind extends `${infer Word}.${string}` ? Word : never;

/** A kind with a new first word doesn't compile until it has its title here. */
export const subjects: Readonly<Record<Locale, Readonly<Record<EventSubject, string>>>> = {
  pt: {
    order: 'Pedidos',
    customer: 'Clientes',
    product: 'Produtos',
    // In the panel, deliveries are those of webhooks.
    delivery: 'Entrega dos pedidos',
  },
  en: { order: 'Orders', customer: 'Customers', product: 'Products', delivery: 'Shipping' },
};

export const words = dictionary({
  pt: {
    all: 'Todos os eventos',
    allHint: 'Os de hoje: um evento que passar a existir depois não entra sozinho.',
    doesNotFire: 'Não é enviado:',
    example: (kind: string) => `Exemplo de ${kind}`,
    catalogue: 'Todos os eventos em detalhe',
    whenSent: 'Quando cada evento é enviado',
  },
  en: {
    all: 'All events',
    allHint: "Today's: an event that we add later isn't included by itself.",
    doesNotFire: "Isn't sent:",
    example: (kind: string) => `Example of ${kind}`,
    catalogue: 'All events in detail',
    whenSent: 'When each event is sent',
  },
});
