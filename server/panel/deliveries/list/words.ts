import { dictionary, shared } from '../../kit/index.ts';

export const words = dictionary({
  ...shared,
  intro: [
    'O que avisamos aos seus sistemas (ERP, loja, BI), se chegou e o que fazer quando não chega.',
    "What we told your systems (ERP, shop, BI), whether it arrived, and what to do when it doesn't.",
  ],
  lastDay: [
    'Todos os sistemas, últimas 24 horas, sem os eventos de teste.',
    'All systems, last 24 hours, without test events.',
  ],
  figureWaiting: ['Aguardando nova tentativa agora', 'Waiting for a retry now'],
  figureHeld: ['e {count} {count|retida|retidas}', 'and {count} held'],
  failed: ['Falharam', 'Failed'],
  retrying: ['Repetindo', 'Retrying'],
  queued: ['Na fila', 'Queued'],
  held: ['Retidas', 'Held'],
  dropped: ['Descartadas', 'Dropped'],
  droppedNote: [
    'O endpoint delas foi excluído enquanto esperavam: não foram mais enviadas.',
    'Their endpoint was deleted while they waited: they were not sent any more.',
  ],
  heldNote: [
    'O endpoint delas está desligado: elas ficam na fila, e nada é enviado. Quando você o ligar, saem as que já passaram da hora; as outras, na hora marcada.',
    'Their endpoint is switched off: they stay in the queue, and nothing is sent. Once you switch it on, those whose time has passed are sent; the others, at their time.',
  ],
  offSome: [
    '{count} {count|endpoint está desligado|endpoints estão desligados}.',
    '{count} {count|endpoint is|endpoints are} switched off.',
  ],
  offText: [
    'O que acontece enquanto isso não vira entrega e não aparece nesta lista.',
    "What happens meanwhile gets no delivery and isn't in this list.",
  ],
  offOpen: ['Ligar {name} e recuperar', 'Switch on {name} and recover'],
  offMore: ['mais {count}', '{count} more'],
  delivered: ['Entregues', 'Delivered'],
  allEndpoints: ['Todos os sistemas', 'All systems'],
  search: ['Pedido, entrega ou evento', 'Order, delivery or event'],
  searchError: [
    'Nenhum pedido, entrega ou evento tem este número.',
    'No order, delivery or event has this number.',
  ],
  period: ['Período', 'Time range'],
  clear: ['Limpar filtros', 'Clear filters'],
  live: ['ao vivo', 'live'],
  livePaused: ['em pausa enquanto você seleciona', 'paused while you select'],
  liveNews: ['há novidades', 'new deliveries'],
  liveOff: ['sem atualização automática', 'no live updates'],
  liveEnded: ['parou de atualizar', 'live updates stopped'],
  attempt: ['Tentativa', 'Attempt'],
  select: ['Selecionar {what}', 'Select {what}'],
  selection: ['Seleção', 'Selection'],
  resendSelected: ['Reenviar selecionadas', 'Resend selected'],
  attemptOf: ['{n} de {max}', '{n} of {max}'],
  resendOf: ['Reenvio: {n} de {max}', 'Resend: {n} of {max}'],
  none: ['–', '–'],
  formerUrl: [
    'foi para {url}, que não é mais a URL do endpoint',
    "went to {url}, which is no longer the endpoint's URL",
  ],
  test: ['teste', 'test'],
  notFoundYet: ['Nada encontrado até {when}.', 'Nothing found back to {when}.'],
  someFoundYet: ['Procuramos até {when}.', 'Searched back to {when}.'],
  searchOn: ['Procurar mais para trás', 'Search further back'],
  emptyTitle: ['Nenhuma entrega ainda', 'No deliveries yet'],
  emptyText: [
    'Quando um pedido é criado ou muda, avisamos os sistemas que você conectou, e cada aviso aparece aqui.',
    'When an order is created or changes, we tell the systems that you connected, and each message appears here.',
  ],
  searchPanelFor: ['Buscar “{search}” no painel inteiro', 'Search the whole panel for “{search}”'],
  emptyTest: ['Enviar um evento de teste', 'Send a test event'],
  nothingTitle: ['Nenhuma entrega com estes filtros', 'No deliveries match these filters'],
  nothingFor: ['Nenhuma entrega para “{search}”', 'No delivery for “{search}”'],
  nothingForFiltered: [
    'Nenhuma entrega para “{search}” com estes filtros',
    'No delivery for “{search}” matches these filters',
  ],
  noEvent: [
    'Também não há nenhum evento com este ID ou deste pedido. Guardamos os eventos por pelo menos 90 dias.',
    "There's no event with this ID or of this order either. Events are kept for at least 90 days.",
  ],
  searchAll: ['Procurar “{search}” sem os outros filtros', 'Search “{search}” without the other filters'],

  // Why an event has no delivery.
  undeliveredTitle: ['Eventos encontrados sem entrega', 'Events found without a delivery'],
  unsubscribed: ['Nenhum endpoint assina este evento.', 'No endpoint subscribes to this event.'],
  off: [
    'O endpoint {endpoint} estava desligado, e continua.',
    'The endpoint {endpoint} was switched off, and still is.',
  ],
  was_off: ['O endpoint {endpoint} estava desligado.', 'The endpoint {endpoint} was switched off.'],
  later: ['O endpoint {endpoint} ainda não existia.', "The endpoint {endpoint} didn't exist yet."],
  missed: [
    'O endpoint {endpoint} estava desligado, ou ainda não assinava este evento.',
    "The endpoint {endpoint} was switched off, or didn't subscribe to this event yet.",
  ],
  deleted: ['O endpoint {endpoint} já tinha sido excluído.', 'The endpoint {endpoint} had been deleted.'],
  subscribe: ['Escolher quem o recebe', 'Choose who gets it'],
  recoverEvent: ['Recuperar este evento', 'Recover this event'],
});

export type ListWords = (typeof words)['pt'];
