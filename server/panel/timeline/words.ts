import { dictionary, shared } from '../kit/index.ts';

export const words = dictionary({
  ...shared,
  intro: [
    'O que aconteceu com o pedido, e o que cada sistema ficou sabendo.',
    'What happened to the order, and what each system was told.',
  ],
  customer: ['Cliente', 'Customer'],
  total: ['Total', 'Total'],
  externalId: ['Número no sistema de origem', 'Number in its own system'],
  created: ['Criado', 'Created'],
  Pending: ['Pendente', 'Pending'],
  In_Transit: ['Em trânsito', 'In transit'],
  Delivered: ['Entregue', 'Delivered'],
  Canceled: ['Cancelado', 'Canceled'],
  systems: ['O que cada sistema recebeu', 'What each system received'],
  hasAll: [
    '{count|recebeu a entrega|recebeu as # entregas}',
    '{count|has the delivery|has all # deliveries}',
  ],
  lacks: [
    '{count|falta|faltam} {count} de {all} {all|entrega|entregas}',
    'lacks {count} of {all} {all|delivery|deliveries}',
  ],
  isOnTheWay: [
    '{count|falta|faltam} {count} de {all}, ainda tentamos',
    'lacks {count} of {all}, still being tried',
  ],
  unaware: ['não recebe pedidos novos', 'isn’t told of new orders'],
  isOff: [
    'está desligado, e {count|falta|faltam} {count} de {all}',
    'is switched off, and lacks {count} of {all}',
  ],
  recoverLater: [
    'Quando for ligado, dá para recuperar o que ele perdeu.',
    'Once it is on, what it missed can be recovered.',
  ],
  timeline: ['Linha do tempo', 'Timeline'],
  byKey: ['pela chave {key}', 'by the key {key}'],
  bySystem: ['pelo Tradepost', 'by Tradepost'],
  eventIntro: [
    'O que aconteceu, e o que cada sistema ficou sabendo.',
    'What happened, and what each system was told.',
  ],
  testEvent: ['Teste', 'Test'],
  open_order: ['Ver o pedido {id}', 'Show order {id}'],
  open_customer: ['Ver o cliente {id}', 'Show customer {id}'],
  open_product: ['Ver o produto {id}', 'Show product {id}'],
  share: ['Link para o suporte: {name}', 'Link for its support: {name}'],
  shareTitle: ['Link do pedido {id} para {name}', 'Link to order {id} for {name}'],
  shareIntro: [
    'Mande para o suporte do sistema. Quem abre vê, sem login, só este pedido, quando avisamos este sistema e o que ele respondeu. Não vê o nome do cliente, os valores nem o conteúdo enviado.',
    'Send it to the system’s support. Whoever opens it sees, without a login, only this order, when we told this system and what it responded: not the customer’s name, the amounts or the content sent.',
  ],
  shareUntil: [
    'Vale até {when}, ou até você sair de todos os navegadores em “Minha conta”.',
    'Works until {when}, or until you log out everywhere under “My account”.',
  ],
  backToOrder: ['Voltar ao pedido', 'Back to the order'],
  sharedIntro: [
    '{tenant} mostra quando avisou o seu sistema deste pedido, e o que ele respondeu. Horários de {zone}.',
    '{tenant} shows when it told your system of this order, and what that responded. Times of {zone}.',
  ],
  host: ['Servidor do sistema', 'The system’s server'],
  linkGone: ['Este link não vale mais', 'This link no longer works'],
  linkGoneText: [
    'Peça outro a quem mandou. Se você o copiou, confira se falta um pedaço.',
    'Ask whoever sent it for another one. If you copied it, check whether a part is missing.',
  ],
  attempt: ['{n}ª tentativa, {when}', 'Attempt {n}, {when}'],
  under: ['em andamento', 'under way'],
  resent: ['Reenviado por {who}, {when}', 'Resent by {who}, {when}'],
  noDelivery: ['Nenhum sistema recebe este evento.', 'No system gets this event.'],
  noEvents: [
    'Nada a mostrar: guardamos o que aconteceu por pelo menos 90 dias, e pedidos importados podem não ter avisado ninguém.',
    'Nothing to show: what happened is kept for at least 90 days, and imported orders may have told nobody.',
  ],
  inList: ['Ver na lista de entregas', 'Show in the list of deliveries'],
});
