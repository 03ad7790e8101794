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
    (count) => plural(count, 'recebeu o aviso', `recebeu os ${count} avisos`),
    (count) => plural(count, 'has the message', `has all ${count} messages`),
  ],
  lacks: [
    (count, all) =>
      `${plural(count, 'falta', 'faltam')} ${count} de ${all} ${plural(all, 'aviso', 'avisos')}`,
    (count, all) => `lacks ${count} of ${all} ${plural(all, 'message', 'messages')}`,
  ],
  timeline: ['Linha do tempo', 'Timeline'],
  byKey: [(prefix) => `pela chave ${prefix}…`, (prefix) => `by the key ${prefix}…`],
  bySystem: ['pelo Tradepost', 'by Tradepost'],
  request: ['ID da requisição', 'Request ID'],
  attempt: [(n, when) => `${n}ª tentativa, ${when}`, (n, when) => `Attempt ${n}, ${when}`],
  under: ['em andamento', 'under way'],
  resent: [(who, when) => `Reenviado por ${who}, ${when}`, (who, when) => `Resent by ${who}, ${when}`],
  noDelivery: ['Nenhum sistema recebe este aviso.', 'No system gets this message.'],
  noEvents: [
    'Nada a mostrar: guardamos o que aconteceu por pelo menos 90 dias, e pedidos importados podem não ter avisado ninguém.',
    'Nothing to show: what happened is kept for at least 90 days, and imported orders may have told nobody.',
  ],
  open: ['Ver o que foi enviado', 'Show what was sent'],
  inList: ['Ver na lista de entregas', 'Show in the list of deliveries'],
});
