import { dictionary, shared } from '../../kit/index.ts';

export const words = dictionary({
  ...shared,
  intro: [
    'Envia de novo o que nunca foi aceito, e envia o que o endpoint perdeu enquanto estava desligado ou ainda não existia. O que já foi entregue não é enviado de novo.',
    "Sends again what was never accepted, and sends what the endpoint missed while it was switched off or didn't exist yet. What was delivered isn't sent again.",
  ],
  zone: [
    'Horário de {name}. A recuperação vai até este momento, sem incluí-lo.',
    'Time in {name}. The recovery goes up to this moment.',
  ],
  fromZone: ['Horário de {name}', 'Time in {name}'],
  count: ['Contar', 'Count'],
  presets: ['Ou conte de uma vez:', 'Or count at once:'],
  hour: ['Última hora', 'Last hour'],
  day: ['Últimas 24 horas', 'Last 24 hours'],
  week: ['Últimos 7 dias', 'Last 7 days'],
  off: ['Desde que foi desligado', 'Since it was switched off'],
  offUnknown: [
    'Não sabemos quando este endpoint foi desligado. Informe o período.',
    "We don't know when this endpoint was switched off. Enter the range.",
  ],
  rangeError: ['Informe um início anterior ao fim.', 'Enter a start before the end.'],
  counted: ['O que há neste período', 'What there is in this range'],
  failed: ['Nunca aceitas', 'Never accepted'],
  failedNote: [
    'Todas as tentativas falharam. São enviadas de novo.',
    'Every attempt failed. They are sent again.',
  ],
  missed: ['Nunca enviadas', 'Never sent'],
  missedNote: [
    'O endpoint estava desligado, ainda não existia ou ainda não assinava o evento. São enviadas.',
    "The endpoint was switched off, didn't exist yet or didn't subscribe to the event yet. They are sent.",
  ],
  delivered: ['Já entregues', 'Already delivered'],
  deliveredNote: [
    'O seu sistema já as aceitou. Não são enviadas de novo.',
    "Your system has accepted them. They aren't sent again.",
  ],
  waiting: ['Ainda na fila', 'Still in the queue'],
  waitingNote: [
    'Saem na hora marcada, sem a recuperação. Não são enviadas em dobro.',
    "They are sent at their time, without the recovery. They aren't sent twice.",
  ],
  testsNote: [
    'Eventos de teste não contam e não são recuperados.',
    "Test events don't count and aren't recovered.",
  ],
  uncounted: [
    'O período tem eventos demais para contar antes: os números são dos primeiros {max}. A recuperação vai até o fim do período.',
    'The range has too many events to count first: the numbers are of the first {max}. The recovery goes on to the end of the range.',
  ],
  nothing: ['Não há nada para enviar neste período.', "There's nothing to send in this range."],
  start: ['Enviar {total} {total|entrega|entregas}', 'Send {total} {total|delivery|deliveries}'],
  startUncounted: ['Enviar tudo', 'Send everything'],
  isOff: [
    'Este endpoint está desligado, e por isso nada pode ser enviado. Ligue-o e recupere o que ele perdeu:',
    'This endpoint is switched off, so nothing can be sent. Switch it on and recover what it missed:',
  ],
  refused: [
    'Este endpoint está desligado ou já tem uma recuperação em andamento.',
    'This endpoint is switched off or already has a recovery under way.',
  ],
  recent: ['Recuperações recentes de {name}', 'Recent recoveries of {name}'],
  progressTitle: ['Recuperação', 'Recovery'],
  split: ['{again} de novo, {first} pela primeira vez', '{again} again, {first} for the first time'],
  reached: ['Já passamos pelos eventos até {when}.', 'We have looked at the events up to {when}.'],
  stopNote: ['O que já está na fila ainda é enviado.', 'What is in the queue already is still sent.'],
  doneNote: [
    'O que está na fila sai em seguida. Nas entregas você vê o que o seu sistema aceitou.',
    'What is in the queue is sent next. The deliveries show what your system accepted.',
  ],
  noEndpoint: ['Crie um endpoint primeiro.', 'Add an endpoint first.'],
});
