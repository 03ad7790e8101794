import { dictionary } from '../../kit/language/dictionary.ts';
import { plural } from '../../kit/language/plural.ts';

export const words = dictionary({
  pt: {
    attempts: 'Tentativas',
    sentBody: 'Corpo enviado',
    body: 'Corpo da entrega',
    headers: 'Cabeçalhos da tentativa',
    target: 'Destino',
    sentHeaders: 'Cabeçalhos enviados',
    received: 'Resposta recebida, até 1 KB',
    receivedNothing: 'Resposta vazia.',
    receivedNone: 'Nenhuma resposta chegou.',
    notSentYet: 'Nada foi enviado ainda.',
    wholeBody: 'Ver o corpo exato',
    cut: (size: string) => `Só o começo; o corpo inteiro tem ${size}.`,
    headersNote:
      'Recalculados a partir do início da tentativa; o horário assinado pode diferir em até 3 segundos.',
    unsigned: 'Sem a assinatura: o segredo mudou ou não está mais disponível.',
    bytes: (n: string) => `${n} ${plural(n, 'byte', 'bytes')}`,
    sentTo: 'Enviada para',
    presentUrl: (url: string) => `Não é mais a URL do endpoint, que hoje é ${url}`,
    eventId: 'ID do evento',
    deliveryId: 'ID da entrega',
    started: 'Início',
    outcome: 'Resultado',
    resend: 'Reenviar',
    resendAccepted:
      'Ela foi aceita. Se você a reenviar, o seu sistema a recebe de novo com o mesmo event_id e deve ignorá-la.',
    resendInactive: 'O endpoint está desligado: o que for reenviado fica retido até você ligá-lo.',
    endpointDeleted: 'O endpoint foi excluído; esta entrega não pode ser reenviada.',
    copyCurl: 'Copiar como curl',
    curlNote: (url: string) =>
      `Envia esta entrega para ${url} com uma assinatura nova, válida por 5 minutos. Cole em um terminal com sh ou bash.`,
    curlOtherUrl: (url: string) =>
      `Esta tentativa foi para essa URL, mas hoje a do endpoint é ${url}. Reenviar vai para a de hoje.`,
    curlImpossible: 'O segredo deste endpoint não pode ser lido, por isso não dá para assinar.',
    back: 'Voltar às entregas',
    resent: (n: number) => `${n} ${plural(n, 'entrega voltou', 'entregas voltaram')} para a fila.`,
    sending: (n: number) => `${n} já ${plural(n, 'estava sendo enviada', 'estavam sendo enviadas')}.`,
    unknown: (n: number) => `${n} não ${plural(n, 'pode mais ser reenviada', 'podem mais ser reenviadas')}.`,
    selectFirst: 'Selecione pelo menos uma entrega.',
    tooMany: (max: number) => `Reenvie no máximo ${max} por vez, ou recupere um período.`,
  },
  en: {
    attempts: 'Attempts',
    sentBody: 'Body sent',
    body: 'Body of the delivery',
    headers: 'Headers of the attempt',
    target: 'Target',
    sentHeaders: 'Headers sent',
    received: 'Response received, up to 1 KB',
    receivedNothing: 'The response was empty.',
    receivedNone: 'No response came.',
    notSentYet: 'Nothing was sent yet.',
    wholeBody: 'See the exact body',
    cut: (size: string) => `Only the beginning; the whole body has ${size}.`,
    headersNote:
      'Computed again from the start of the attempt; the signed time may differ by up to 3 seconds.',
    unsigned: 'Without the signature: the secret was changed or is no longer available.',
    bytes: (n: string) => `${n} ${plural(n, 'byte', 'bytes')}`,
    sentTo: 'Sent to',
    presentUrl: (url: string) => `No longer the endpoint's URL, which is ${url} today`,
    eventId: 'Event ID',
    deliveryId: 'Delivery ID',
    started: 'Started',
    outcome: 'Outcome',
    resend: 'Resend',
    resendAccepted:
      'It was accepted. If you resend it, your system gets it again with the same event_id and should ignore it.',
    resendInactive: 'The endpoint is switched off: what you resend is held until you switch it on.',
    endpointDeleted: "The endpoint was deleted; this delivery can't be resent.",
    copyCurl: 'Copy as curl',
    curlNote: (url: string) =>
      `Sends this delivery to ${url} with a new signature, valid for 5 minutes. Paste it into a terminal with sh or bash.`,
    curlOtherUrl: (url: string) =>
      `This attempt went to that URL, but today the endpoint's is ${url}. Resending goes to today's.`,
    curlImpossible: "This endpoint's secret can't be read, so nothing can be signed.",
    back: 'Back to the deliveries',
    resent: (n: number) => `${n} ${plural(n, 'delivery is', 'deliveries are')} back in the queue.`,
    sending: (n: number) => `${n} ${plural(n, 'was', 'were')} being sent already.`,
    unknown: (n: number) => `${n} can't be resent any more.`,
    selectFirst: 'Select at least one delivery.',
    tooMany: (max: number) => `Resend at most ${max} at a time, or recover a time range.`,
  },
});

export type DetailWords = (typeof words)['pt'];
