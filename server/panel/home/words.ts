import { dictionary, plural, shared } from '../kit/index.ts';

export const words = dictionary({
  ...shared,
  problems: [
    (count) => plural(count, '1 problema', `${count} problemas`),
    (count) => plural(count, '1 problem', `${count} problems`),
  ],
  toDo: [
    (systems) =>
      systems === 0
        ? 'Tudo em dia'
        : plural(systems, '1 sistema pede atenção', `${systems} sistemas pedem atenção`),
    (systems) =>
      systems === 0
        ? 'All is well'
        : plural(systems, '1 system needs attention', `${systems} systems need attention`),
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
  lastDelivery: ['Última entrega', 'Last delivery'],
  noDelivery: ['nenhuma recente', 'none recently'],
  lag: ['Fila', 'Queue'],
  noLag: ['em dia', 'up to date'],
  late: ['atrasada, a mais antiga', 'late, the oldest'],
  retried: [
    (count) => plural(count, '1 espera nova tentativa', `${count} esperam nova tentativa`),
    (count) => plural(count, '1 will be tried again', `${count} will be tried again`),
  ],
  switchedOff: ['Se continuar, desliga em', 'Switched off if it goes on'],
  refusals: ['Chamadas recusadas', 'Refused calls'],
  seeRefusals: ['ver as de 7 dias', 'see those of 7 days'],
  failures: ['Falhas em 24 h', 'Failures in 24 h'],
  ofAttempts: [
    (failed, all) => `${failed} de ${all} envios`,
    (failed, all) => `${failed} of ${all} attempts`,
  ],
  nothingSent: ['nada foi enviado', 'nothing was sent'],
  deliveries: ['Entregas', 'Deliveries'],
  endpoint: ['Configurar', 'Set up'],
  key: ['Chave', 'Key'],
  connection: ['Conexão', 'Connection'],
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
  adviseNewKey: [
    'A chave nova ainda não foi usada: entregue a folha dela a quem cuida do sistema.',
    "The new key hasn't been used yet: hand its sheet to whoever runs the system.",
  ],
  seeConnection: ['Ver a conexão', 'See the connection'],
  adviseFailing: [
    'Ainda falha: veja o que aconteceu com as últimas entregas.',
    'It still fails: see what happened to the last deliveries.',
  ],
  seeKey: ['Ver a chave', 'See the key'],
  adviseNothing: ['Nada a fazer.', 'Nothing to do.'],
  count: [
    (count) => plural(count, '1 evento não chegou', `${count} eventos não chegaram`),
    (count) => plural(count, '1 event has not arrived', `${count} events have not arrived`),
  ],
  failedCount: [
    (count) => plural(count, '1 não será mais tentada.', `${count} não serão mais tentadas.`),
    (count) => plural(count, "1 won't be tried again.", `${count} won't be tried again.`),
  ],
  waitingCount: [
    (count) => plural(count, '1 será tentada de novo.', `${count} serão tentadas de novo.`),
    (count) => plural(count, '1 will be tried again.', `${count} will be tried again.`),
  ],
  heldCount: [
    (count) => plural(count, '1 espera o sistema ser ligado.', `${count} esperam o sistema ser ligado.`),
    (count) =>
      plural(
        count,
        '1 waits for the system to be switched on.',
        `${count} wait for the system to be switched on.`,
      ),
  ],
  askFor: [
    (name) => `Chame quem cuida de ${name}: mensagem pronta`,
    (name) => `Ask whoever runs ${name}: a message to send`,
  ],
  askOperator: [
    'Avise quem opera o Tradepost: mensagem pronta',
    'Tell whoever operates Tradepost: a message to send',
  ],
  askTitle: ['Copie e mande por e-mail ou WhatsApp', 'Copy it and send it'],
  askHello: [
    (shop, name) =>
      `Olá! Somos a loja ${shop}. Avisamos o sistema ${name} de pedidos e outros eventos por webhook (um POST do Tradepost), e isso não está dando certo.`,
    (shop, name) =>
      `Hello! We are ${shop}. We tell the system ${name} of orders and other events by webhook (a POST of Tradepost's), and that fails.`,
  ],
  askTimes: [
    (first, last) => `Não chegam desde ${first}; a última tentativa foi em ${last}.`,
    (first, last) => `They have not arrived since ${first}; the last attempt was at ${last}.`,
  ],
  askTime: [(time) => `Aconteceu em ${time}.`, (time) => `It happened at ${time}.`],
  askForUrl: [
    'Qual é o endereço certo agora? Com ele enviamos de novo. Se o sistema não quer mais os eventos, avisem também.',
    'What is the right address now? With it we send them again. If the system no longer wants the events, please tell us.',
  ],
  askUrl: [(url) => `Para onde enviamos: ${url}`, (url) => `Sent to: ${url}`],
  askCause: [(cause) => `O que houve: ${cause}`, (cause) => `What happened: ${cause}`],
  askExample: [(id) => `Um deles: event_id ${id}`, (id) => `One of them: event_id ${id}`],
  askAnswer: [
    'Vocês podem ver o que houve e responder quando estiver corrigido? Aí enviamos de novo. Se o endereço mudou, mandem o novo.',
    'Could you look into it and reply once it is fixed? Then we send them again. If the address has changed, please give us the new one.',
  ],
  first: ['Falham desde', 'They fail since'],
  last: ['última', 'last'],
  show_FAILED: ['Ver as que falharam', 'Show the failed ones'],
  show_RETRYING: ['Ver as que esperam', 'Show those that wait'],
  show_HELD: ['Ver as que esperam', 'Show those that wait'],
  resend: ['Enviar de novo', 'Send again'],
  solve: ['Marcar como resolvido', 'Mark as solved'],
  reopen: ['Reabrir', 'Reopen'],
  reopened: [
    (name) => `${name}: o problema está aberto de novo.`,
    (name) => `${name}: the problem is open again.`,
  ],
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
    (name) =>
      `${name}: marcado como resolvido. Se falhar de novo, volta para esta página. Foi engano? Reabra abaixo.`,
    (name) =>
      `${name}: marked as solved. If it fails again, it comes back to this page. A mistake? Reopen it below.`,
  ],
  solvedUnsent: [
    (name, count) =>
      `${name}: marcado como resolvido. ${plural(Number(count), 'A entrega que falhou', `As ${count} entregas que falharam`)} só ${plural(Number(count), 'vai', 'vão')} de novo se você pedir: use “Recuperar um período” em Entregas.`,
    (name, count) =>
      `${name}: marked as solved. ${plural(Number(count), 'The delivery that failed is', `The ${count} deliveries that failed are`)} sent again only if you ask: use “Recover a time range” under Deliveries.`,
  ],
  solvedAlready: [
    'Nada mudou agora: alguém já fez isso, ou o problema já é outro. Veja como está.',
    'Nothing was changed: somebody has done that already, or the problem is another one. See how it is now.',
  ],
});
