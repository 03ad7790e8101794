/** What the page says of itself. What is said of each event is in the contract. */
const en = {
  title: 'Webhook events',
  intro:
    'Tradepost posts an event to the webhook endpoints that subscribe to its kind. `GET /events` lists the same events, for 90 days, to keys with the scope of the kind.',
  /** What leads to the guide, whose title follows. */
  toGuide: 'How to verify and handle them:',
  guide: 'Receiving webhooks',
  allKinds: 'What holds for all',
  /** What holds for every event. `Backquoted` parts are code. */
  general: [
    'An event is written together with the change that causes it: either both happen or neither.',
    'The same event can arrive more than once. Handle each `event_id` once.',
    'Events arrive in no guaranteed order. Compare `occurred_at`, or the `version` of the resource in `data`, which grows with each change.',
    '`data` shows the resource as it was when the event occurred. Later changes have events of their own.',
    "Later versions may add fields, at any depth. Ignore those that you don't know. The fields listed below as guaranteed stay: they are always there, if only as null.",
    "Every enumeration may get further values. The values listed below are today's; have a default case.",
    'Later versions may add kinds of events. An endpoint gets a new kind only once somebody adds it.',
    'Staff can send a sample of any event to test an endpoint. It has `test: true`, and its `data` is made up.',
  ],
  fires: 'Fires',
  doesNotFire: "Doesn't fire",
  notes: 'Good to know',
  causedBy: 'Caused by',
  scope: 'Read with the scope',
  guaranteed: 'Guaranteed in data',
  enumerations: 'Values today',
  example: 'Example',
};

const pt: typeof en = {
  title: 'Eventos de webhook',
  intro:
    'O Tradepost envia cada evento por POST aos endpoints de webhook que assinam o tipo dele. `GET /events` lista os mesmos eventos, por 90 dias, para as chaves com o escopo do tipo.',
  toGuide: 'Como verificar e tratar os eventos:',
  guide: 'Receba webhooks',
  allKinds: 'O que vale para todos',
  general: [
    'Um evento é gravado junto com a mudança que o causa: ou acontecem os dois, ou nenhum.',
    'O mesmo evento pode chegar mais de uma vez. Trate cada `event_id` uma única vez.',
    'Os eventos chegam sem ordem garantida. Compare `occurred_at`, ou a `version` do recurso em `data`, que cresce a cada mudança.',
    '`data` mostra o recurso como era quando o evento ocorreu. Mudanças posteriores têm os seus próprios eventos.',
    'Versões futuras podem ter novos campos, em qualquer nível. Ignore os que não conhece. Os campos que aparecem abaixo como garantidos permanecem: estão sempre lá, ainda que nulos.',
    'Toda enumeração pode ganhar novos valores. Os que aparecem abaixo são os de hoje; tenha um caso padrão.',
    'Versões futuras podem ter novos tipos de eventos. Um endpoint só recebe um tipo novo depois que alguém o inclui.',
    'A equipe da loja pode enviar uma amostra de qualquer evento para testar um endpoint. Ela tem `test: true`, e o seu `data` é inventado.',
  ],
  fires: 'Quando é enviado',
  doesNotFire: 'Quando não é enviado',
  notes: 'Bom saber',
  causedBy: 'Causado por',
  scope: 'Lido com o escopo',
  guaranteed: 'Garantido em data',
  enumerations: 'Valores de hoje',
  example: 'Exemplo',
};

export const words = { en, pt };
