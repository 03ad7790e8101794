import { dictionary, shared } from '../kit/index.ts';

export const words = dictionary({
  ...shared,
  // The form.
  intro: [
    'Diga qual é o sistema e o que ele pode fazer na sua loja. No fim você recebe uma folha para entregar a quem cuida dele, com uma chave que vale por um ano.',
    'Say which system it is and what it may do in your shop. You get a sheet to hand to whoever runs it, with a key that works for a year.',
  ],
  system: ['Qual é o sistema?', 'Which system is it?'],
  systemHint: ['Bling, Omie, loja virtual, BI…', 'Bling, Omie, online shop, BI…'],
  systemEmpty: ['Escreva o nome do sistema.', 'Enter the name of the system.'],
  systemTaken: [
    'Já existe um sistema “{name}”. Se é o mesmo, ele já está conectado; se é outro, dê outro nome.',
    "There is a system “{name}” already. If it's the same, it's connected; if not, give another name.",
  ],
  may: ['O que ele pode fazer na sua loja?', 'What may it do in your shop?'],
  mayHint: [
    'Marque só o que ele precisa. Na dúvida, pergunte a quem cuida dele.',
    'Check only what it needs. If in doubt, ask whoever runs it.',
  ],
  mayEmpty: ['Marque o que o sistema pode fazer.', 'Check what the system may do.'],
  see_orders: ['Consultar pedidos e clientes', 'See orders and customers'],
  place_orders: ['Lançar e alterar pedidos', 'Place and change orders'],
  keep_customers: ['Cadastrar e corrigir clientes', 'Add and correct customers'],
  see_products: ['Consultar produtos, preços e estoque', 'See products, prices and stock'],
  keep_products: ['Cuidar dos produtos e preços', 'Maintain products and prices'],
  keep_stock: ['Acertar o estoque', 'Maintain stock'],
  keep_offers: ['Cuidar de promoções e cupons', 'Maintain promotions and coupons'],
  see_all: ['Consultar tudo, sem mudar nada', 'See everything, change nothing'],
  hears: ['Que novidades ele deve receber na hora?', 'Which updates should it get at once?'],
  hearsHint: [
    'Elas vão para o endereço que você põe logo abaixo. Mudanças de estoque não são avisadas: o sistema as consulta.',
    "They go to the address that you enter below. Changes of stock aren't sent: the system asks for them.",
  ],
  hearsEmpty: ['Marque as novidades, ou apague o endereço.', 'Check the updates, or clear the address.'],
  url: ['Endereço que recebe as novidades', 'Address that gets the updates'],
  urlHint: [
    'Começa com https://, e quem cuida do sistema passa para você. Ainda não tem? Deixe em branco: dá para incluir depois.',
    "It begins with https://, and whoever runs the system gives it to you. Don't have it yet? Leave it empty: you can add it later.",
  ],
  tooMany: [
    'Endereços que recebem novidades: o máximo é {max}, e a sua loja já chegou lá. Exclua um em Webhooks, ou deixe o endereço em branco.',
    'Addresses that get updates: the maximum is {max}, and your shop has reached it. Delete one under Webhooks, or leave the address empty.',
  ],
  submit: ['Conectar', 'Connect'],

  // The sheet, whose table is for programmers.
  sheetTitle: ['Folha para conectar {name}', 'Sheet to connect {name}'],
  sheetIntro: [
    'Entregue a quem cuida do sistema. É tudo o que ele precisa para conversar com a sua loja.',
    "Hand it to whoever runs the system. It's all that they need to connect it with your shop.",
  ],
  successorSheet: ['Folha com a nova chave de {name}', 'Sheet with the new key of {name}'],
  successorIntro: [
    'Entregue a quem cuida do sistema. Depois da primeira chamada com a nova chave, desative a antiga.',
    'Hand it to whoever runs the system. After the first call with the new key, deactivate the old one.',
  ],
  oldKey: ['Substitui a chave', 'Replaces the key'],
  oldKeyEnded: ['{prefix}…, que não vale mais', '{prefix}…, which no longer works'],
  oldKeyWorks: [
    '{prefix}…, que vale até a loja desativá-la',
    '{prefix}…, which works until the shop deactivates it',
  ],
  oldKeyWorksUntil: [
    '{prefix}…, que vale até {time}, ou até a loja desativá-la',
    '{prefix}…, which works until {time}, or until the shop deactivates it',
  ],
  once: ['Esta folha só aparece agora.', 'This sheet is shown only now.'],
  onceHow: [
    'Copie ou imprima antes de sair da página. Cuide dela como de uma senha: quem a tem entra na sua loja em nome do sistema.',
    'Copy or print it before you leave the page. Keep it like a password: whoever has it gets into your shop as the system.',
  ],
  shop: ['Loja', 'Shop'],
  api: ['Endereço da API', 'API address'],
  key: ['Chave de API', 'API key'],
  scopes: ['Permissões da chave', 'Scopes of the key'],
  expires: ['A chave vale até', 'The key works until'],
  hook: ['URL do webhook', 'Webhook URL'],
  secret: ['Segredo da assinatura', 'Signing secret'],
  docs: ['Documentação', 'Documentation'],
  hookDocs: ['Webhooks e assinatura', 'Webhooks and signature'],
  firstCall: ['Primeira chamada', 'First call'],
  copySheet: ['Copiar a folha inteira', 'Copy the whole sheet'],
  wait: ['Esperar a primeira chamada', 'Wait for the first call'],
  noUrl: [
    'O sistema ainda não recebe novidades. Quando tiver o endereço, inclua-o aqui:',
    'The system gets no updates yet. Once you have the address, add it here:',
  ],
  addUrl: ['Incluir o endereço', 'Add the address'],
  usedTitle: ['Este sistema já foi conectado', 'This system is connected already'],
  usedText: [
    'Nada foi criado agora. A folha só aparece uma vez. Se você não a guardou, crie uma chave substituta em Chaves de API; o segredo da assinatura está em Webhooks.',
    "Nothing was created now. The sheet is shown once. If you didn't keep it, make a successor of the key under API keys; the signing secret is under Webhooks.",
  ],
  usedButton: ['Ver como está a conexão', 'See how the connection is doing'],

  // How far the connection has come.
  progressTitle: ['Conexão com {name}', 'Connection with {name}'],
  progressIntro: [
    'Esta página se atualiza sozinha. Pode fechá-la e voltar depois.',
    'This page refreshes by itself. You can close it and come back later.',
  ],
  doneIntro: ['A conexão funciona.', 'The connection works.'],
  brokenIntro: [
    'A conexão já funcionou, e agora há algo a resolver.',
    'The connection has worked, and now something is in its way.',
  ],
  reached: ['Pronto', 'Done'],
  waiting: ['Esperando', 'Waiting'],
  latest: ['Última vez:', 'Latest:'],
  called: ['O sistema acessou a sua loja', 'The system accessed your shop'],
  calledHint: [
    'Acontece quando quem cuida do sistema põe nele a chave da folha.',
    'This happens once whoever runs the system has put the key of the sheet into it.',
  ],
  sent: ['Uma novidade saiu para o sistema', 'An update went to the system'],
  sentHint: [
    'Sai quando acontecer algo que você marcou. Para não esperar, envie um teste.',
    "It goes when something happens that you checked. If you don't want to wait, send a test.",
  ],
  accepted: ['O sistema confirmou que recebeu', 'The system confirmed that it got one'],
  acceptedHint: ['Ele responde assim que recebe.', 'It responds as soon as it gets one.'],
  failed: ['O sistema não confirmou a última novidade.', "The system didn't confirm the last update."],
  off: ['As novidades para este sistema estão paradas.', 'Updates to this system have been stopped.'],
  seeWhy: ['Ver por quê', 'See why'],
  seeUrl: ['Ver o endereço', 'See the address'],
  keyOff: ['A chave deste sistema não vale mais.', "This system's key no longer works."],
  oldKeyTitle: ['A chave antiga:', 'The old key:'],
  seeOldKey: ['Ver a chave antiga', 'See the old key'],
  refused: ['Um acesso do sistema foi recusado: {why}.', 'An access of the system was refused: {why}.'],
  seeRefused: ['Ver o que foi recusado', 'See what was refused'],
  test: ['Enviar um teste', 'Send a test'],
});

/** What else belongs to an ability, or comes with it. */
export const abilityHints = dictionary({
  place_orders: [
    'Com a situação, os pagamentos e as devoluções deles.',
    'With their status, payments and returns.',
  ],
  keep_products: [
    'Cadastro, categorias, tabelas de preço e estoque.',
    'Products, categories, price tables and stock.',
  ],
  keep_stock: [
    'Quem acerta o estoque também consegue mudar o cadastro dos produtos.',
    'Whatever maintains stock can change the products, too.',
  ],
  see_all: ['Para relatórios e BI.', 'For reports and BI.'],
});
