import type { EventKind } from '../../../contract.ts';
import type { Locale } from '../../language/locale.ts';

/** `shipping` has the kinds that begin with delivery: in the panel, deliveries are those of webhooks. */
export type EventGroup = 'orders' | 'customers' | 'products' | 'shipping';

export interface EventTexts {
  /** When an event of the kind is sent. */
  readonly fires: string;
  /** What one might expect to send it, and doesn't. */
  readonly except: string;
}

interface CatalogueTexts {
  readonly groups: Readonly<Record<EventGroup, string>>;
  readonly kinds: Readonly<Record<EventKind, EventTexts>>;
}
export const texts: Readonly<Record<Locale, CatalogueTexts>> = {
  pt: {
    groups: {
      orders: 'Pedidos',
      customers: 'Clientes',
      products: 'Produtos',
      shipping: 'Entrega dos pedidos',
    },
    kinds: {
      'order.created': {
        fires: 'Quando um pedido é criado, por qualquer canal.',
        except: 'Cotações e pedidos recusados não contam.',
      },
      'order.status_changed': {
        fires: 'Sempre que o status de um pedido muda: saiu para entrega, foi entregue ou foi cancelado.',
        except: 'A criação do pedido e os pagamentos não contam.',
      },
      'order.payment_confirmed': {
        fires:
          'Uma vez por pedido, quando os pagamentos completam o total. Com total zero, logo após order.created.',
        except: 'Pagamentos parciais não contam.',
      },
      'customer.created': {
        fires: 'Quando um cliente é cadastrado.',
        except: 'Quem já existia não conta, mesmo que venha de novo num lote: isso envia customer.updated.',
      },
      'customer.updated': {
        fires: 'Quando algum dado de um cliente muda de fato. O campo changed_fields diz quais.',
        except: 'Salvar sem mudar nada não conta, nem excluir o cliente.',
      },
      'product.created': {
        fires: 'Quando um produto é cadastrado.',
        except: 'O que já existia não conta, mesmo que venha de novo num lote: isso envia product.updated.',
      },
      'product.updated': {
        fires: 'Quando algum dado de um produto muda de fato. O campo changed_fields diz quais.',
        except: 'Estoque e tabelas de preço não contam, nem salvar sem mudar nada.',
      },
      'product.deleted': {
        fires: 'Quando um produto é excluído.',
        except: 'Desativar um produto envia product.updated.',
      },
      'delivery.completed': {
        fires: 'Quando um pedido chega ao cliente, junto com order.status_changed.',
        except: 'As entregas de webhooks, que você vê aqui no painel, não contam.',
      },
      'delivery.failed': {
        fires:
          'Quando uma tentativa de entregar o pedido ao cliente falha, com o motivo. O pedido continua em trânsito.',
        except: 'Webhooks que falham não contam.',
      },
    },
  },
  en: {
    groups: { orders: 'Orders', customers: 'Customers', products: 'Products', shipping: 'Shipping' },
    kinds: {
      'order.created': {
        fires: 'When an order is created, through any channel.',
        except: "Quotes and refused orders don't count.",
      },
      'order.status_changed': {
        fires: "Each time an order's status changes: it's shipped, delivered or canceled.",
        except: "Creating the order and paying it don't count.",
      },
      'order.payment_confirmed': {
        fires:
          'Once per order, when its payments reach the total. With a total of zero, right after order.created.',
        except: "Partial payments don't count.",
      },
      'customer.created': {
        fires: 'When a customer is created.',
        except:
          "One that existed doesn't count, even if it comes again in a batch: that sends customer.updated.",
      },
      'customer.updated': {
        fires: "When a customer's data actually changes; changed_fields says what.",
        except: "Saving without a change doesn't count, nor does deleting the customer.",
      },
      'product.created': {
        fires: 'When a product is created.',
        except:
          "One that existed doesn't count, even if it comes again in a batch: that sends product.updated.",
      },
      'product.updated': {
        fires: "When a product's data actually changes; changed_fields says what.",
        except: "Stock and price tables don't count, nor does saving without a change.",
      },
      'product.deleted': {
        fires: 'When a product is deleted.',
        except: 'Making a product inactive sends product.updated.',
      },
      'delivery.completed': {
        fires: 'When an order reaches the customer, together with order.status_changed.',
        except: "The webhook deliveries that you see in this panel don't count.",
      },
      'delivery.failed': {
        fires:
          'When an attempt to deliver an order to the customer fails, with the reason. The order stays in transit.',
        except: "Webhooks that fail don't count.",
      },
    },
  },
};
