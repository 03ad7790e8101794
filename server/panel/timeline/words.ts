import { dictionary, plural, shared } from '../kit/index.ts';

export const words = dictionary({
  ...shared,
  title: [(id) => `Pedido ${id}`, (id) => `Order ${id}`],
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
    (count) => plural(count, 'recebeu a entrega', `recebeu as ${count} entregas`),
    (count) => plural(count, 'has the delivery', `has all ${count} deliveries`),
  ],
  lacks: [
    (count, all) =>
      `${plural(count, 'falta', 'faltam')} ${count} de ${all} ${plural(all, 'entrega', 'entregas')}`,
    (count, all) => `lacks ${count} of ${all} ${plural(all, 'delivery', 'deliveries')}`,
  ],
  isOnTheWay: [
    (count, all) => `${plural(count, 'falta', 'faltam')} ${count} de ${all}, ainda tentamos`,
    (count, all) => `lacks ${count} of ${all}, still being tried`,
  ],
  unaware: ['não recebe pedidos novos', 'isn’t told of new orders'],
  isOff: [
    (count, all) => `está desligado, e ${plural(count, 'falta', 'faltam')} ${count} de ${all}`,
    (count, all) => `is switched off, and lacks ${count} of ${all}`,
  ],
  recoverLater: [
    'Quando for ligado, dá para recuperar o que ele perdeu.',
    'Once it is on, what it missed can be recovered.',
  ],
  timeline: ['Linha do tempo', 'Timeline'],
  byKey: [(key) => `pela chave ${key}`, (key) => `by the key ${key}`],
  bySystem: ['pelo Tradepost', 'by Tradepost'],
  request: ['ID da requisição', 'Request ID'],
  event: ['ID do evento', 'Event ID'],
  eventIntro: [
    'O que aconteceu, e o que cada sistema ficou sabendo.',
    'What happened, and what each system was told.',
  ],
  testEvent: ['Teste', 'Test'],
  open_order: [(id) => `Ver o pedido ${id}`, (id) => `Show order ${id}`],
  open_customer: [(id) => `Ver o cliente ${id}`, (id) => `Show customer ${id}`],
  open_product: [(id) => `Ver o produto ${id}`, (id) => `Show product ${id}`],
  share: [(name) => `Link para o suporte: ${name}`, (name) => `Link for its support: ${name}`],
  shareTitle: [
    (id, name) => `Link do pedido ${id} para ${name}`,
    (id, name) => `Link to order ${id} for ${name}`,
  ],
  shareIntro: [
    'Mande para o suporte do sistema. Quem abre vê, sem login, só este pedido, quando avisamos este sistema e o que ele respondeu. Não vê o nome do cliente, os valores nem o conteúdo enviado.',
    'Send it to the system’s support. Whoever opens it sees, without a login, only this order, when we told this system and what it responded: not the customer’s name, the amounts or the content sent.',
  ],
  shareUntil: [
    (when) => `Vale até ${when}, ou até você sair de todos os navegadores em “Minha conta”.`,
    (when) => `Works until ${when}, or until you log out everywhere under “My account”.`,
  ],
  backToOrder: ['Voltar ao pedido', 'Back to the order'],
  sharedIntro: [
    (tenant, zone) =>
      `${tenant} mostra quando avisou o seu sistema deste pedido, e o que ele respondeu. Horários de ${zone}.`,
    (tenant, zone) =>
      `${tenant} shows when it told your system of this order, and what that responded. Times of ${zone}.`,
  ],
  host: ['Servidor do sistema', 'The system’s server'],
  linkGone: ['Este link não vale mais', 'This link no longer works'],
  linkGoneText: [
    'Peça outro a quem mandou. Se você o copiou, confira se falta um pedaço.',
    'Ask whoever sent it for another one. If you copied it, check whether a part is missing.',
  ],
  attempt: [(n, when) => `${n}ª tentativa, ${when}`, (n, when) => `Attempt ${n}, ${when}`],
  under: ['em andamento', 'under way'],
  resent: [(who, when) => `Reenviado por ${who}, ${when}`, (who, when) => `Resent by ${who}, ${when}`],
  noDelivery: ['Nenhum sistema recebe este evento.', 'No system gets this event.'],
  noEvents: [
    'Nada a mostrar: guardamos o que aconteceu por pelo menos 90 dias, e pedidos importados podem não ter avisado ninguém.',
    'Nothing to show: what happened is kept for at least 90 days, and imported orders may have told nobody.',
  ],
  open: ['Ver a entrega', 'Show the delivery'],
  inList: ['Ver na lista de entregas', 'Show in the list of deliveries'],
});
