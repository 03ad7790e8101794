import { RETENTION_DAYS } from '../../accounts/request-log/retention.ts';
import { dictionary, plural, shared } from '../kit/index.ts';

export const words = dictionary({
  ...shared,
  intro: [
    `O que os seus programas pediram ao Tradepost e foi recusado nos últimos ${RETENTION_DAYS} dias, com o motivo e o que fazer. O que deu certo não fica guardado.`,
    `What your programs asked of Tradepost and was refused in the last ${RETENTION_DAYS} days, with the reason and what to do. Requests that succeed aren't kept.`,
  ],
  searchLabel: ['Procurar uma requisição', 'Find a request'],
  searchHint: [
    'O número que o programa recebeu com o erro: request_id na resposta, ou o cabeçalho X-Request-Id.',
    'The number that the program got with the error: request_id in the response, or the header X-Request-Id.',
  ],
  search: ['Procurar', 'Find'],
  all: ['Todas', 'All'],
  invalid: ['Inválida', 'Invalid'],
  access: ['Sem acesso', 'No access'],
  missing: ['Não encontrado', 'Not found'],
  conflict: ['Conflito', 'Conflict'],
  rule: ['Recusada por regra', 'Refused by a rule'],
  limit: ['Limite atingido', 'Limit reached'],
  server: ['Erro nosso', 'Our error'],
  code: ['Motivo', 'Reason'],
  anyCode: ['Todos os motivos', 'All reasons'],
  key: ['Chave', 'Key'],
  anyKey: ['Todas as chaves', 'All keys'],
  deletedKey: ['chave excluída', 'deleted key'],
  period: ['Período', 'Period'],
  today: ['Hoje', 'Today'],
  yesterday: ['Desde ontem', 'Since yesterday'],
  week: [`${RETENTION_DAYS} dias`, `${RETENTION_DAYS} days`],
  clear: ['Limpar filtros', 'Clear the filters'],
  request: ['Requisição', 'Request'],
  where: ['Onde', 'Where'],
  operator: [
    (contact) => `Quem opera o Tradepost: ${contact}`,
    (contact) => `Who runs Tradepost: ${contact}`,
  ],
  whatToDo: ['O que fazer', 'What to do'],
  whoMends: ['Quem resolve', 'Who solves it'],
  mendedBy_system: [
    (key) => `Quem cuida do sistema com a chave ${key}: é o programa que precisa mudar.`,
    (key) => `Whoever runs the system with the key ${key}: its program has to change.`,
  ],
  mendedBy_shop: ['A loja, aqui no painel.', 'The shop, here in the panel.'],
  mendedBy_data: [
    (key) => `Não é defeito: os dados não combinam. Confira-os com quem cuida do sistema com a chave ${key}.`,
    (key) =>
      `Nothing is broken: the data don't match. Compare them with whoever runs the system with the key ${key}.`,
  ],
  mendedBy_operator: ['Quem opera o Tradepost.', 'Whoever operates Tradepost.'],
  requestId: ['ID da requisição (request_id)', 'Request ID (request_id)'],
  operation: ['Operação', 'Operation'],
  noOperation: [
    'O caminho não existe na API, ou não aceita este método.',
    "The API doesn't have this path, or the path doesn't take this method.",
  ],
  neededScopes: ['Escopos que a operação exige', 'Scopes that the operation needs'],
  documentation: ['Documentação deste erro (em inglês)', 'Documentation of this error'],
  hiddenText: [
    'Por segurança não guardamos valores: … e {…} ficam no lugar do que parecia um dado.',
    "We don't keep values, for safety: … and {…} stand for what looked like data.",
  ],
  responseSaysMore: [
    'A resposta que a integração recebeu diz mais, em `detail` e `errors`. Não a guardamos, porque ela cita valores.',
    "The response that the integration got says more, in `detail` and `errors`. We don't keep it, because it quotes values.",
  ],
  product: [(id) => `produto ${id}`, (id) => `product ${id}`],
  more: [(count) => `e mais ${count}`, (count) => `and ${count} more`],
  dropped: [
    (count) =>
      `${plural(count, 'Outra', 'Outras')} ${count} ${plural(count, 'requisição foi contada, mas não guardada', 'requisições foram contadas, mas não guardadas')}: de cada motivo guardamos as primeiras 500 e, depois, 30 por minuto.`,
    (count) =>
      `Another ${count} ${plural(count, 'request was', 'requests were')} counted but not kept: of each reason we keep the first 500, and then 30 a minute.`,
  ],
  ofAnyKey: ['Delas não guardamos a chave.', "Their keys aren't kept."],
  strangers: [
    'Requisições sem chave, ou com uma chave que não existe, não aparecem aqui: não há como saber de quem são.',
    "Requests without a key, or with one that doesn't exist, aren't shown here: nobody can tell whose they are.",
  ],
  back: ['Ver todas', 'Show all'],
  malformedTitle: ['Isto não parece um request_id', "This doesn't look like a request_id"],
  malformedHelp: [
    'Ele tem 36 caracteres, como 5f0c3a52-4f0e-4e0a-9a54-3a1c1d6f2b7e. Vem no corpo do erro e no cabeçalho X-Request-Id da resposta.',
    "It has 36 characters, like 5f0c3a52-4f0e-4e0a-9a54-3a1c1d6f2b7e. It's in the error's body and in the response's header X-Request-Id.",
  ],
  unknownTitle: ['Nenhuma requisição recusada tem este id', 'No refused request has this id'],
  unknownReasons: ['Pode ser que a requisição:', 'The request may:'],
  succeeded: ['tenha dado certo: só guardamos as recusadas;', 'have succeeded: only refused ones are kept;'],
  tooOld: [`tenha mais de ${RETENTION_DAYS} dias;`, `be older than ${RETENTION_DAYS} days;`],
  noKey: [
    'tenha sido enviada sem chave, ou com uma chave que não existe;',
    "have had no key, or one that doesn't exist;",
  ],
  otherCompany: ['seja de uma chave de outra empresa;', "have used another company's key;"],
  tooMany: [
    'faça parte de uma enxurrada, da qual só guardamos uma amostra;',
    'be part of a flood, of which only a sample is kept;',
  ],
  justNow: [
    'tenha acabado de acontecer: recarregue a página em alguns segundos.',
    'have just happened: reload the page in a few seconds.',
  ],
  emptyTitle: [
    `Nenhuma requisição recusada nos últimos ${RETENTION_DAYS} dias`,
    `No request was refused in the last ${RETENTION_DAYS} days`,
  ],
  emptyHelp: [
    'Boa notícia: a API aceitou tudo o que seus sistemas enviaram. Quando ela recusar algo, o motivo aparece aqui em segundos.',
    'Good news: the API accepted everything your systems sent. When it refuses something, the reason shows here within seconds.',
  ],
  emptyFilteredTitle: ['Nenhuma requisição com estes filtros', 'No request matches these filters'],
});
