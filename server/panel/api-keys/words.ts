import { dictionary, type Locale, shared } from '../kit/index.ts';

const resources = dictionary({
  orders: ['pedidos', 'orders'],
  products: ['produtos e estoque', 'products and stock'],
  customers: ['clientes', 'customers'],
  categories: ['categorias', 'categories'],
  coupons: ['cupons', 'coupons'],
  promotions: ['promoções', 'promotions'],
  price_tables: ['tabelas de preço', 'price tables'],
});

/** A resource that is newer than these words keeps its name in the contract. */
export const resourceName = (resource: string, locale: Locale): string =>
  (resources[locale] as Readonly<Record<string, string>>)[resource] ?? resource;

export const words = dictionary({
  ...shared,
  intro: [
    'Cada programa que usa o Tradepost (ERP, loja, BI) tem a sua chave, como uma senha. Ela aparece uma única vez: não a guardamos.',
    "Each program that uses Tradepost (ERP, shop, BI) has its own key, like a password. It's shown once: we don't keep it.",
  ],
  newKey: ['Nova chave', 'New key'],
  scopes: ['O que pode fazer (escopos)', 'What it may do (scopes)'],
  expiry: ['Validade', 'Expires'],
  created: ['Criada', 'Created'],
  active: ['Ativa', 'Active'],
  expired: ['Expirada', 'Expired'],
  inactive: ['Inativa', 'Inactive'],
  unused: ['Sem uso', 'Unused'],
  action: ['Ação', 'Action'],
  noExpiry: ['não expira', 'doesn’t expire'],
  never: ['nenhum registrado', 'none recorded'],
  usesUntil: [
    'Usos registrados até {time}. Os mais recentes podem ainda não aparecer.',
    'Uses recorded up to {time}. Later ones may not show yet.',
  ],
  read: ['leitura', 'read'],
  write: ['escrita', 'write'],
  all: ['tudo', 'all'],
  noScopes: ['nenhum', 'none'],

  emptyTitle: ['Nenhuma chave ainda', 'No key yet'],
  emptyText: [
    'Crie uma chave para cada programa que vai usar a API: o ERP, o BI, a loja.',
    'Create a key for each program that will use the API: the ERP, the BI, the shop.',
  ],
  emptyCurl: [
    'Com a chave no ambiente, esta chamada já funciona:',
    'With the key in the environment, this call works:',
  ],
  emptyButton: ['Criar a primeira chave', 'Create the first key'],

  replaces: ['substitui {prefix}…', 'replaces {prefix}…'],
  oldLastUsed: ['a antiga foi usada {when}', 'old one last used {when}'],
  oldNeverUsed: ['a antiga não tem uso registrado', 'old one has no use recorded'],

  makeSuccessor: ['Criar substituta', 'Make a successor'],
  deactivate: ['Desativar', 'Deactivate'],
  delete: ['Excluir', 'Delete'],
  back: ['Todas as chaves', 'All keys'],

  replacesFact: ['Substitui', 'Replaces'],
  replacedBy: ['Substituída por', 'Replaced by'],
  lastUse: ['último uso {when}', 'last used {when}'],
  neverUsed: ['sem uso registrado', 'no use recorded'],
  createdBy: ['por {who}', 'by {who}'],
  operator: ['quem dá suporte ao Tradepost', 'Tradepost support'],
  system: ['o próprio Tradepost', 'Tradepost itself'],
  deactivatedAt: ['Desativada', 'Deactivated'],

  // The forms of a new key and of a successor.
  createTitle: ['Nova chave de API', 'New API key'],
  create: ['Criar chave', 'Create key'],
  nameHint: [
    'O programa que vai usá-la, por exemplo “ERP de produção”.',
    'The program that will use it, for example “Production ERP”.',
  ],
  nameEmpty: ['Dê um nome à chave.', 'Give the key a name.'],
  nameTooLong: [
    'O nome tem {count} caracteres; o máximo é {max}.',
    'The name has {count} characters; the maximum is {max}.',
  ],
  nameControl: [
    'O nome não pode ter quebra de linha nem outro caractere de controle.',
    'The name can’t have a line break or another control character.',
  ],
  scopesHint: [
    'Só o que o programa precisa. Escrita não inclui leitura.',
    'Only what the program needs. Write doesn’t include read.',
  ],
  scopesWithoutScript: [
    'As duas caixas acima da tabela valem por todas as caixas que representam.',
    'The two boxes above the table count for all the boxes they stand for.',
  ],
  scopesEmpty: ['Escolha pelo menos um escopo.', 'Choose at least one scope.'],
  scopesUnknown: [
    'Um dos escopos não existe. Escolha de novo.',
    'One of the scopes doesn’t exist. Choose again.',
  ],
  allRead: ['Toda a leitura', 'All read'],
  allAccess: ['Tudo: leitura e escrita', 'All: read and write'],
  resourceColumn: ['Recurso', 'Resource'],
  grant: ['{access} de {resource}', '{access} {resource}'],
  validityHint: [
    'Uma chave perdida deixa de ser um risco quando expira. Avisamos sete dias antes.',
    'A lost key stops being a risk when it expires. We tell you seven days before.',
  ],
  validityOfOld: [
    'Proposto: tanto tempo quanto a antiga teve, e no mínimo 30 dias.',
    'Proposed: as long as the old one had, and 30 days at least.',
  ],
  days: ['{count} dias', '{count} days'],
  recommended: ['recomendado', 'recommended'],
  noValidity: ['Sem validade', 'No expiry'],
  untilDate: ['Até uma data', 'Until a date'],
  date: ['Último dia', 'Last day'],
  dateHint: [
    'A chave vale até o fim desse dia, no fuso {timeZone}.',
    'The key works until the end of that day in {timeZone}.',
  ],
  validityChoose: ['Escolha uma validade.', 'Choose how long it is valid.'],
  validityNoDate: ['Informe a data.', 'Enter the date.'],
  validityPast: ['Essa data já passou.', 'That date has passed.'],
  successorTitle: ['Substituta de {name}', 'Successor of {name}'],
  successorText: ['A nova chave tem os mesmos escopos.', 'The new key has the same scopes.'],
  oldKeyWorks: [
    'A antiga continua valendo até você desativá-la; a página dela mostra quando foi usada pela última vez.',
    'The old one keeps working until you deactivate it; its page shows when it was last used.',
  ],
  oldKeyWorksUntil: [
    'A antiga continua valendo até {time}, ou até você desativá-la; a página dela mostra quando foi usada pela última vez.',
    'The old one keeps working until {time}, or until you deactivate it; its page shows when it was last used.',
  ],
  oldKeyEnded: ['A antiga não vale mais.', 'The old one no longer works.'],
  successorThere: [
    'A substituta {prefix}… já existe: só é preciso criar outra se a folha dela se perdeu. Ela continua valendo até você desativá-la.',
    'The successor {prefix}… exists already: another one is needed only if its sheet was lost. It keeps working until you deactivate it.',
  ],
  oldKeyLastUsed: ['Último uso da antiga', 'Old key last used'],

  // The page that shows a new key, and the one that comes when its form is sent again.
  createdTitle: ['Chave criada', 'Key created'],
  createdOnce: [
    'Copie a chave agora. Ela não será mostrada de novo.',
    'Copy the key now. It can’t be shown again.',
  ],
  createdSafe: [
    'Guarde-a como uma senha: no servidor, nunca no navegador, num aplicativo ou no código.',
    'Keep it like a password: on a server, never in a browser, in an app or in your code.',
  ],
  tryIt: ['Teste agora', 'Try it now'],
  curl: ['curl', 'curl'],
  environment: ['No ambiente do programa', 'In the program’s environment'],
  typescript: [
    'TypeScript, módulo ES, com npm install @tradepost/sdk',
    'TypeScript, ES module, with npm install @tradepost/sdk',
  ],
  done: ['Já copiei', 'I’ve copied it'],
  usedTitle: ['Este formulário já criou uma chave', 'This form has already created a key'],
  usedText: [
    'Nada foi criado agora. A chave está na lista, mas só aparece uma vez. Se você não a copiou, exclua-a e crie outra.',
    'Nothing was created now. The key is in the list, but it is shown only once. If you didn’t copy it, delete it and create another.',
  ],
  usedButton: ['Ver as chaves', 'See the keys'],

  // What to do about a key.
  expires: ['Expira {when}', 'Expires {when}'],
  adviceMakeSuccessor: [
    'Crie uma substituta e troque a chave no programa antes disso.',
    'Make a successor and put it into the program before then.',
  ],
  adviceUnused: [
    'Sem uso desde {since}. Se ninguém mais precisa dela, desative: chave esquecida é risco.',
    'Not used since {since}. If nobody needs it any more, deactivate it: a forgotten key is a risk.',
  ],
  adviceNeverUsed: [
    'Criada em {since} e sem uso registrado. Se ninguém precisa dela, desative: chave esquecida é risco.',
    'Created on {since}, with no use recorded. If nobody needs it, deactivate it: a forgotten key is a risk.',
  ],
  adviceUseSuccessor: [
    'A substituta {prefix}… ainda não tem uso registrado. Coloque-a no programa.',
    'Its successor {prefix}… has no use recorded yet. Put it into the program.',
  ],
  adviceStillInUse: [
    'A substituta {prefix}… já funciona, mas alguém ainda usa a antiga: último uso {when}.',
    'Its successor {prefix}… works, but somebody still uses the old key: last used {when}.',
  ],
  adviceMayBeIdle: [
    'A substituta {prefix}… já funciona, e a antiga não foi mais usada desde então: último uso {when}. Depois de um dia sem uso, desative a antiga.',
    "Its successor {prefix}… works, and the old key hasn't been used since it exists: last used {when}. Deactivate the old one after a day without use.",
  ],
  adviceDeactivateOld: [
    'A substituta {prefix}… já funciona, e a antiga está sem uso desde {since}: pode desativar a antiga.',
    'Its successor {prefix}… works, and the old key is unused since {since}: you may deactivate the old one.',
  ],
  adviceDeactivateNeverUsed: [
    'A substituta {prefix}… já funciona, e a antiga não tem uso registrado: pode desativar a antiga.',
    'Its successor {prefix}… works, and the old key has no use recorded: you may deactivate the old one.',
  ],
  markSuccessor: ['crie uma substituta', 'make a successor'],
  markUnused: ['há 90 dias ou mais; ainda precisa dela?', 'for 90 days or more; still needed?'],
  markDeactivate: ['já pode ser desativada', 'may be deactivated'],
  markReplacing: ['sendo trocada por {prefix}…', 'being replaced by {prefix}…'],

  // Deactivating and deleting a key.
  deactivateTitle: ['Desativar {name}?', 'Deactivate {name}?'],
  deactivateText: [
    'Todo programa que usa a chave {prefix}… passa a receber 401. Não dá para ativar de novo: só criando outra chave.',
    'Every program that uses the key {prefix}… gets 401 from then on. It can’t be activated again: you would create another key.',
  ],
  deactivateConfirm: ['Desativar chave', 'Deactivate key'],
  deactivated: [
    'A chave {name} foi desativada. Nenhuma requisição com ela é aceita.',
    'The key {name} is deactivated. No request with it is accepted.',
  ],
  deleteText: [
    'A chave {prefix}… sai da lista, e todo programa que a usa passa a receber 401. A auditoria guarda o nome e o prefixo.',
    'The key {prefix}… leaves the list, and every program that uses it gets 401 from then on. The audit keeps its name and prefix.',
  ],
  deleteConfirm: ['Excluir chave', 'Delete key'],
  deleted: [
    'A chave {name} foi excluída. Nenhuma requisição com ela é aceita.',
    'The key {name} is deleted. No request with it is accepted.',
  ],
  inUse: ['Atenção: esta chave foi usada {when}.', 'Careful: this key was used {when}.'],
  successorUsed: [
    'A substituta {prefix}… foi usada pela última vez',
    'Its successor {prefix}… was last used',
  ],
  successorNeverUsed: [
    'A substituta {prefix}… não tem uso registrado. Os programas ainda devem estar com esta chave.',
    'Its successor {prefix}… has no use recorded. Programs probably still have this key.',
  ],
  takesSeconds: [
    'Leva pouco mais de um segundo: esperamos até que nenhum processo aceite a chave.',
    'It takes a little over a second: we wait until no process accepts the key.',
  ],
});
