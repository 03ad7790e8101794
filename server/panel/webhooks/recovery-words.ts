import { dictionary } from '../language/dictionary.ts';

export const words = dictionary({
  pt: {
    recoverTitle: 'Ligar e recuperar',
    recoverText: 'Ao confirmar, o endpoint volta a receber, e mandamos de novo o que faltou desde',
    recoverFailed: 'Entregas que falharam',
    recoverMissed: 'Eventos que ele não recebeu',
    recoverNothing: 'Não faltou nada nesse tempo: basta ligar.',
    recoverWaiting: 'O que já esperava na fila sai logo e não entra nesta conta.',
    recoverUncounted: (max: string) =>
      `São eventos demais para contar antes: os números são dos primeiros ${max}. Tudo o que faltou é enviado de novo.`,
    atLeast: (count: string) => `${count} ou mais`,
    recovering: (count: string) => `Endpoint ligado. Estamos enviando de novo ${count} entregas.`,
    recoveringAll: 'Endpoint ligado. Estamos enviando de novo tudo o que faltou.',
    recoveryBusy:
      'Nada mudou: uma recuperação deste endpoint ainda está em andamento. Espere que ela termine, ou pare-a.',
    recoveries: 'Recuperações',
    recoveryRunning: (done: string, total: string) => `${done} de ${total} enviadas de novo`,
    recoverySoFar: (done: string) => `${done} enviadas de novo até agora`,
    recoveryDone: (done: string) => `Concluída: ${done} enviadas de novo`,
    recoveryStopped: (done: string, total: string) => `Interrompida: ${done} de ${total} enviadas de novo`,
    recoveryStoppedAt: (done: string) => `Interrompida: ${done} enviadas de novo`,
    recoveryRange: 'Eventos de',
    until: 'até',
    stop: 'Parar',
    recoveryStoppedNotice: 'Recuperação interrompida. O que já estava na fila será enviado.',
  },
  en: {
    recoverTitle: 'Switch on and recover',
    recoverText:
      'Once you confirm, the endpoint gets events again, and we send again what it has missed since',
    recoverFailed: 'Deliveries that failed',
    recoverMissed: 'Events that it missed',
    recoverNothing: 'It missed nothing in that time: just switch it on.',
    recoverWaiting: "What already waits in the queue is sent at once and isn't counted here.",
    recoverUncounted: (max: string) =>
      `There are too many events to count first: the numbers are of the first ${max}. Everything that it missed is sent again.`,
    atLeast: (count: string) => `${count} or more`,
    recovering: (count: string) => `Endpoint switched on. We are sending ${count} deliveries again.`,
    recoveringAll: 'Endpoint switched on. We are sending again everything that it missed.',
    recoveryBusy:
      'Nothing changed: a recovery of this endpoint is still running. Wait until it is done, or stop it.',
    recoveries: 'Recoveries',
    recoveryRunning: (done: string, total: string) => `${done} of ${total} sent again`,
    recoverySoFar: (done: string) => `${done} sent again so far`,
    recoveryDone: (done: string) => `Done: ${done} sent again`,
    recoveryStopped: (done: string, total: string) => `Stopped: ${done} of ${total} sent again`,
    recoveryStoppedAt: (done: string) => `Stopped: ${done} sent again`,
    recoveryRange: 'Events from',
    until: 'to',
    stop: 'Stop',
    recoveryStoppedNotice: 'Recovery stopped. What was already in the queue will be sent.',
  },
});
