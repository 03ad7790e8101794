import { dictionary } from '../kit/language/dictionary.ts';

export const words = dictionary({
  pt: {
    title: 'Webhooks',
    intro: 'Para onde enviamos os eventos da sua loja, e como está indo.',
    create: 'Novo endpoint',
    endpoint: 'Endpoint',
    status: 'Situação',
    active: 'Ligado',
    inactive: 'Desligado',
    failing: 'Falhando',
    unreadable: 'Segredo ilegível',
    tooMany: (max: string) =>
      `Sua loja já tem ${max} endpoints, que é o máximo. Exclua um que não usa mais para criar outro.`,

    emptyTitle: 'Crie o seu primeiro endpoint',
    emptyIntro:
      'Um endpoint é um endereço do seu sistema. Quando algo acontece na loja, mandamos para lá um POST assinado.',
    listenTitle: 'Ainda não tem um endereço na internet?',
    listenText:
      'Receba os eventos no seu computador, com uma chave de API que possa ler. Não precisa criar endpoint nenhum:',

    edit: 'Editar',
    activate: 'Ligar',
    activateAndRecover: 'Ligar e recuperar o que ele perdeu',
    deactivate: 'Desligar',
    activated: 'Endpoint ligado. O que esperava na fila sai na hora marcada, ou agora, se ela já passou.',
    alreadyActive: 'O endpoint já estava ligado.',
    deactivated: 'Endpoint desligado. Nada é enviado até você ligá-lo de novo.',
    offByFailing: 'Desligamos este endpoint porque por 5 dias ele não aceitou nada.',
    offByUser: (who: string) => `${who} desligou este endpoint.`,
    offByOperator: 'Quem opera o serviço desligou este endpoint.',
    offByStaff: 'Alguém da sua loja, ou quem opera o serviço, desligou este endpoint.',
    offSince: 'Desligado desde',
    failingSince: 'Falhando desde',
    seeFailed: 'Ver o que falhou',
    failingText: 'Enquanto falha, tentamos de novo. Se nada der certo, ele será desligado a partir de',
    unreadableText:
      'Não conseguimos ler o segredo deste endpoint, e as entregas esperam. Avise quem opera o serviço, ou gere um segredo novo.',

    facts: 'Dados',
    allEvents: 'Todos',
    createdAt: 'Criado em',
    seeDeliveries: 'Ver as entregas',

    backToEndpoint: 'Voltar ao endpoint',

    delete: 'Excluir endpoint',
    deleteTitle: 'Excluir este endpoint?',
    deleteText:
      'Nada mais será enviado para lá, o que espera na fila é descartado e o segredo é apagado. O histórico das entregas continua.',
    deleteForever: 'Não dá para desfazer.',
    deleted: (url: string) => `Endpoint excluído: ${url}`,
    off: 'Desligar ou excluir',
  },
  en: {
    title: 'Webhooks',
    intro: "Where we send your shop's events, and how that's going.",
    create: 'New endpoint',
    endpoint: 'Endpoint',
    status: 'Status',
    active: 'On',
    inactive: 'Off',
    failing: 'Failing',
    unreadable: 'Secret unreadable',
    tooMany: (max: string) =>
      `Your shop has ${max} endpoints, which is the maximum. Delete one that you don't use anymore to create another.`,

    emptyTitle: 'Create your first endpoint',
    emptyIntro:
      'An endpoint is an address of your system. When something happens in the shop, we send a signed POST there.',
    listenTitle: 'No address on the internet yet?',
    listenText:
      "Receive the events on your own computer, with an API key that can read. You don't need an endpoint:",

    edit: 'Edit',
    activate: 'Switch on',
    activateAndRecover: 'Switch on and recover what it missed',
    deactivate: 'Switch off',
    activated:
      'Endpoint switched on. What waited in the queue is sent at its time, or now if that has passed.',
    alreadyActive: 'The endpoint was already on.',
    deactivated: 'Endpoint switched off. Nothing is sent until you switch it on again.',
    offByFailing: 'We switched this endpoint off because it accepted nothing for 5 days.',
    offByUser: (who: string) => `${who} switched this endpoint off.`,
    offByOperator: 'The operator of the service switched this endpoint off.',
    offByStaff: 'Somebody in your shop, or the operator of the service, switched this endpoint off.',
    offSince: 'Off since',
    failingSince: 'Failing since',
    seeFailed: 'Show what failed',
    failingText: 'While it fails, we keep retrying. If nothing succeeds, it will be switched off from',
    unreadableText:
      "We can't read this endpoint's secret, and its deliveries wait. Tell the operator of the service, or create a new secret.",

    facts: 'Details',
    allEvents: 'All',
    createdAt: 'Created',
    seeDeliveries: 'Show the deliveries',

    backToEndpoint: 'Back to the endpoint',

    delete: 'Delete endpoint',
    deleteTitle: 'Delete this endpoint?',
    deleteText:
      'Nothing more is sent there, what waits in the queue is dropped, and the secret is erased. The history of its deliveries stays.',
    deleteForever: "This can't be undone.",
    deleted: (url: string) => `Endpoint deleted: ${url}`,
    off: 'Switch off or delete',
  },
});
