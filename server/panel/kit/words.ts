import { dictionary } from './language/dictionary.ts';
import { plural } from './language/plural.ts';

/** What every page says. */
export const words = dictionary({
  apiKeys: ['Chaves de API', 'API keys'],
  webhooks: ['Webhooks', 'Webhooks'],
  deliveries: ['Entregas', 'Deliveries'],
  requests: ['Requisições', 'Requests'],
  audit: ['Auditoria', 'Audit'],
  alerts: ['Avisos', 'Alerts'],
  openAlerts: [(count) => `${count} ${plural(count, 'aberto', 'abertos')}`, (count) => `${count} open`],
  account: ['Minha conta', 'My account'],
  logOut: ['Sair', 'Log out'],
  skip: ['Ir para o conteúdo', 'Skip to content'],
  navigation: ['Principal', 'Main'],
  menu: ['Menu', 'Menu'],
  copy: ['Copiar', 'Copy'],
  copied: ['Copiado', 'Copied'],
  cancel: ['Cancelar', 'Cancel'],
  save: ['Salvar', 'Save'],
  newer: ['Mais recentes', 'Newer'],
  older: ['Mais antigas', 'Older'],
  fixErrors: ['Nada foi salvo. Corrija:', 'Nothing was saved. Correct this:'],
  withErrors: [(title) => `Erro: ${title}`, (title) => `Error: ${title}`],
  formStale: [
    'Este formulário ficou aberto por tempo demais. Confira os campos e envie de novo.',
    'This form was open for too long. Check the fields and send it again.',
  ],
  optional: ['opcional', 'optional'],
  listenByNpx: [
    'Para ver eventos no seu computador, sem endereço público:',
    'To see events on your computer, without a public address:',
  ],
  listenBySource: [
    'Se o npx não acha o pacote, use o código-fonte do Tradepost, depois de npm ci:',
    "If npx doesn't find the package, use the source code of Tradepost, after npm ci:",
  ],
  status: ['Situação', 'Status'],
  endpoint: ['Endpoint', 'Endpoint'],
  duration: ['Duração', 'Duration'],
  filter: ['Filtrar', 'Filter'],
  goHome: ['Voltar ao início', 'Back to the panel'],
});
