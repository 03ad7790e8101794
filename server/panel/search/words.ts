import { dictionary, shared } from '../kit/index.ts';

export const words = dictionary({
  ...shared,
  intro: [
    'Pedidos, clientes, produtos, entregas, chaves: qualquer número, nome ou código que o painel mostra.',
    'Orders, customers, products, deliveries, keys: any number, name or code that the panel shows.',
  ],
  results: ['Resultados para “{text}”', 'Results for “{text}”'],
  nothing: ['Nada encontrado para “{text}”', 'Nothing found for “{text}”'],
  nothingHelp: [
    'Confira se falta algum número ou letra. De um nome, basta o começo de cada palavra. Só aparece o que você pode abrir, e as entregas são guardadas por pelo menos 90 dias.',
    'Check for a missing digit or letter. Of a name, the beginning of each word is enough. Only what you may open is shown, and deliveries are kept for at least 90 days.',
  ],
  more: [
    'Mostramos {count}. Escreva mais para ver menos.',
    'The first {count} are shown. Type more to see fewer.',
  ],
  order: ['Pedidos', 'Orders'],
  customer: ['Clientes', 'Customers'],
  product: ['Produtos', 'Products'],
  coupon: ['Cupons', 'Coupons'],
  promotion: ['Promoções', 'Promotions'],
  logged: ['Entregas e eventos', 'Deliveries and events'],
  refusal: ['Requisições recusadas', 'Refused requests'],
  member: ['Equipe', 'Team'],
  delivery: ['Entrega', 'Delivery'],
  event: ['Evento', 'Event'],
  request: ['Requisição', 'Request'],
  number: ['nº {id}', 'no. {id}'],
  noOrders: [
    'Ainda não há pedidos. Quando houver, os mais recentes aparecem aqui.',
    'There are no orders yet. When there are, the newest appear here.',
  ],
  newestOrders: ['Pedidos mais recentes', 'Newest orders'],
  told: ['O que os sistemas ficaram sabendo', 'What the systems were told'],
  toldHint: [
    'O cadastro e a última alteração. As anteriores estão na lista de entregas.',
    'Its creation and its last change. Those between are in the list of deliveries.',
  ],
});
