import { dictionary, plural, shared } from '../kit/index.ts';

export const words = dictionary({
  ...shared,
  state: [
    (problems) => (problems === 0 ? 'Tudo em dia' : plural(problems, '1 problema', `${problems} problemas`)),
    (problems) => (problems === 0 ? 'All is well' : plural(problems, '1 problem', `${problems} problems`)),
  ],
  connect: ['Conectar um sistema', 'Connect a system'],
  noneTitle: ['Nenhum sistema conectado', 'No system is connected'],
  noneText: [
    'Conecte o ERP, a loja virtual ou outro sistema: em poucos minutos ele cria pedidos, mantém os produtos e fica sabendo do que acontece.',
    'Connect your ERP, shop or another system: within minutes it places orders, maintains products and hears what happens.',
  ],
  noneAsk: [
    'Quem cuida das chaves de API na sua equipe pode conectar o primeiro.',
    'Whoever manages API keys in your team can connect the first one.',
  ],
  systems: ['Sistemas conectados', 'Connected systems'],
  more: [
    (count) => `E mais ${count}: veja as abas Chaves de API e Webhooks.`,
    (count) => `And ${count} more: see the tabs API keys and Webhooks.`,
  ],
  lastCall: ['Última chamada', 'Last call'],
  noCall: ['ainda não chamou', 'none yet'],
  lastDelivery: ['Última entrega recebida', 'Last delivery received'],
  noDelivery: ['nenhuma recente', 'none recently'],
  lag: ['Atrasado desde', 'Late since'],
  noLag: ['nada', 'nothing'],
  failures: ['Falhas em 24 h', 'Failures in 24 h'],
  ofAttempts: [
    (failed, all) => `${failed} de ${all} envios`,
    (failed, all) => `${failed} of ${all} attempts`,
  ],
  nothingSent: ['nada foi enviado', 'nothing was sent'],
  deliveries: ['Entregas', 'Deliveries'],
  endpoint: ['Configurar', 'Set up'],
  key: ['Chave', 'Key'],
  adviseOff: [
    'Está desligado: nada é enviado a este sistema.',
    'It is switched off: nothing is sent to this system.',
  ],
  switchOn: ['Ligar de novo', 'Switch it on again'],
  seeProblem: ['Veja o problema acima.', 'See the problem above.'],
  adviseLate: [
    'O sistema recebe mais devagar do que as entregas saem. Peça a quem cuida dele que responda antes de processar.',
    'The system takes deliveries more slowly than they come. Ask whoever runs it to respond before processing.',
  ],
  adviseExpiry: ['A chave precisa ser trocada.', 'The key has to be replaced.'],
  successor: ['Criar a nova chave', 'Create the new key'],
  adviseCall: [
    'Entregue a chave a quem cuida do sistema: ele ainda não fez nenhuma chamada.',
    'Give the key to whoever runs the system: it has made no call yet.',
  ],
  seeConnection: ['Ver a conexão', 'See the connection'],
  adviseNothing: ['Nada a fazer.', 'Nothing to do.'],
  count: [
    (count) => plural(count, '1 entrega não chegou', `${count} entregas não chegaram`),
    (count) => plural(count, '1 delivery has not arrived', `${count} deliveries have not arrived`),
  ],
  failedCount: [
    (count) => plural(count, '1 não será mais tentada.', `${count} não serão mais tentadas.`),
    (count) => plural(count, '1 is not tried again.', `${count} are not tried again.`),
  ],
  waitingCount: [
    (count) => plural(count, '1 será tentada de novo.', `${count} serão tentadas de novo.`),
    (count) => plural(count, '1 will be tried again.', `${count} will be tried again.`),
  ],
  first: ['Primeira falha', 'First failure'],
  last: ['última', 'last'],
  show: ['Ver as entregas', 'Show the deliveries'],
  resend: ['Enviar de novo', 'Send again'],
  solve: ['Marcar como resolvido', 'Mark as solved'],
  solvedCount: [
    (count) => plural(count, '1 problema resolvido', `${count} problemas resolvidos`),
    (count) => plural(count, '1 solved problem', `${count} solved problems`),
  ],
  markedBy: [(who) => `Resolvido por ${who},`, (who) => `Solved by ${who},`],
  cameBack: [
    (who) => `Voltou depois de ser resolvido por ${who},`,
    (who) => `Came back after ${who} had solved it,`,
  ],
  solvedNow: [
    'Marcado como resolvido. Se falhar de novo, volta para esta página.',
    'Marked as solved. If it fails again, it comes back to this page.',
  ],
  solvedAlready: ['O problema já não está mais aqui.', 'The problem is gone already.'],
});
