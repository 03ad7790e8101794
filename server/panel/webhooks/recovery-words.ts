import { dictionary } from '../kit/language/dictionary.ts';
import { plural } from '../kit/language/plural.ts';

export const words = dictionary({
  pt: {
    recoverTitle: 'Ligar e recuperar',
    recoverText:
      'Ao confirmar, o endpoint volta a receber, e enviamos o que falhou e o que ele não recebeu desde',
    recoverFailed: 'Entregas que falharam',
    recoverMissed: 'Eventos que ele não recebeu',
    recoverNothing: 'Não faltou nada nesse tempo: basta ligar.',
    recoverWaiting:
      'O que já esperava na fila não entra nesta conta: sai na hora marcada, ou agora, se ela já passou.',
    recoverUncounted: (max: string) =>
      `São eventos demais para contar antes: os números são dos primeiros ${max}. Tudo o que faltou é enviado.`,
    atLeast: (count: string) => `${count} ou mais`,
    recovering: (count: string) =>
      `Endpoint ligado. Estamos enviando ${count} ${plural(count, 'entrega', 'entregas')}.`,
    recoveringAll: 'Endpoint ligado. Estamos enviando tudo o que faltou.',
    recoveryBusy:
      'Nada mudou: uma recuperação deste endpoint ainda está em andamento. Espere que ela termine, ou pare-a.',
    recoveries: 'Recuperações',
    recoveryRunning: (done: string, total: string) =>
      `${done} de ${total} ${plural(total, 'colocada', 'colocadas')} na fila`,
    recoverySoFar: (done: string) => `${done} ${plural(done, 'colocada', 'colocadas')} na fila até agora`,
    recoveryDone: (done: string) => `Concluída: ${done} ${plural(done, 'colocada', 'colocadas')} na fila`,
    recoveryStopped: (done: string, total: string) =>
      `Interrompida: ${done} de ${total} ${plural(total, 'colocada', 'colocadas')} na fila`,
    recoveryStoppedAt: (done: string) =>
      `Interrompida: ${done} ${plural(done, 'colocada', 'colocadas')} na fila`,
    recoveryRange: 'Eventos de',
    until: 'até',
    stop: 'Parar',
    recoveryStoppedNotice: 'Recuperação interrompida. O que já estava na fila será enviado.',
  },
  en: {
    recoverTitle: 'Switch on and recover',
    recoverText:
      'Once you confirm, the endpoint gets events again, and we send what failed and what it missed since',
    recoverFailed: 'Deliveries that failed',
    recoverMissed: 'Events that it missed',
    recoverNothing: 'It missed nothing in that time: just switch it on.',
    recoverWaiting:
      "What already waits in the queue isn't counted here: it's sent at its time, or now if that has passed.",
    recoverUncounted: (max: string) =>
      `There are too many events to count first: the numbers are of the first ${max}. Everything that it missed is sent.`,
    atLeast: (count: string) => `${count} or more`,
    recovering: (count: string) =>
      `Endpoint switched on. We are sending ${count} ${plural(count, 'delivery', 'deliveries')}.`,
    recoveringAll: 'Endpoint switched on. We are sending everything that it missed.',
    recoveryBusy:
      'Nothing changed: a recovery of this endpoint is still running. Wait until it is done, or stop it.',
    recoveries: 'Recoveries',
    recoveryRunning: (done: string, total: string) => `${done} of ${total} put into the queue`,
    recoverySoFar: (done: string) => `${done} put into the queue so far`,
    recoveryDone: (done: string) => `Done: ${done} put into the queue`,
    recoveryStopped: (done: string, total: string) => `Stopped: ${done} of ${total} put into the queue`,
    recoveryStoppedAt: (done: string) => `Stopped: ${done} put into the queue`,
    recoveryRange: 'Events from',
    until: 'to',
    stop: 'Stop',
    recoveryStoppedNotice: 'Recovery stopped. What was already in the queue will be sent.',
  },
});
