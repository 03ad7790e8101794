import { dictionary, shared } from '../../kit/index.ts';

export const words = dictionary({
  ...shared,
  body: ['Corpo da entrega', 'Body of the delivery'],
  headers: ['Cabeçalhos da tentativa', 'Headers of the attempt'],
  target: ['Destino', 'Target'],
  sentHeaders: ['Cabeçalhos enviados', 'Headers sent'],
  answer: ['O que aconteceu', 'What happened'],
  notSentYet: ['Nada foi enviado ainda.', 'Nothing was sent yet.'],
  wholeBody: ['Ver o corpo exato', 'See the exact body'],
  cut: ['Só o começo; o corpo inteiro tem {size}.', 'Only the beginning; the whole body has {size}.'],
  headersNote: [
    'Recalculados a partir do início da tentativa; o horário assinado pode diferir em até 3 segundos.',
    'Computed again from the start of the attempt; the signed time may differ by up to 3 seconds.',
  ],
  unsigned: [
    'Sem a assinatura: o segredo mudou ou não está mais disponível.',
    'Without the signature: the secret was changed or is no longer available.',
  ],
  bytes: ['{n} {n|byte|bytes}', '{n} {n|byte|bytes}'],
  sentTo: ['Enviada para', 'Sent to'],
  presentUrl: [
    'Não é mais a URL do endpoint, que hoje é {url}',
    "No longer the endpoint's URL, which is {url} today",
  ],
  order: ['Pedido', 'Order'],
  wholeOrder: ['Tudo sobre o pedido {id}', 'Everything about order {id}'],
  deliveryId: ['ID da entrega', 'Delivery ID'],
  started: ['Início', 'Started'],
  outcome: ['Resultado', 'Outcome'],
  resend: ['Reenviar', 'Resend'],
  resendAccepted: [
    'Ela foi aceita. Se você a reenviar, o seu sistema a recebe de novo com o mesmo event_id e deve ignorá-la.',
    'It was accepted. If you resend it, your system gets it again with the same event_id and should ignore it.',
  ],
  againTitle: ['Reenviar o que já foi entregue?', 'Resend what was delivered already?'],
  againOne: [
    'O seu sistema já aceitou esta entrega. Ele a recebe de novo com o mesmo event_id; um sistema que não confere isso faz tudo duas vezes.',
    "Your system has accepted this delivery already. It gets it again with the same event_id; a system that doesn't check that does everything twice.",
  ],
  againText: [
    'De {all} {all|entrega|entregas}, o seu sistema já aceitou {n}. O que ele já aceitou chega de novo com o mesmo event_id; um sistema que não confere isso faz tudo duas vezes.',
    "Of {all} {all|delivery|deliveries}, your system has accepted {n} already. What it has accepted comes again with the same event_id; a system that doesn't check that does everything twice.",
  ],
  againConfirm: ['Reenviar {n} {n|entrega|entregas}', 'Resend {n} {n|delivery|deliveries}'],
  dropped: [
    'O endpoint foi excluído antes de aceitar esta entrega, e ela não é mais enviada.',
    "The endpoint was deleted before it accepted this delivery, which isn't sent any more.",
  ],
  resendInactive: [
    'O endpoint está desligado: o que for reenviado fica retido até você ligá-lo.',
    'The endpoint is switched off: what you resend is held until you switch it on.',
  ],
  endpointDeleted: [
    'O endpoint foi excluído; esta entrega não pode ser reenviada.',
    "The endpoint was deleted; this delivery can't be resent.",
  ],
  copyCurl: ['Copiar como curl', 'Copy as curl'],
  curlNote: [
    'Envia esta entrega para {url} com uma assinatura nova, válida por 5 minutos. Cole em um terminal com sh ou bash.',
    'Sends this delivery to {url} with a new signature, valid for 5 minutes. Paste it into a terminal with sh or bash.',
  ],
  curlMasked: [
    'Os valores dos cabeçalhos próprios do endpoint não são mostrados: complete-os no lugar de ••••••••.',
    "The values of the endpoint's custom headers aren't shown: fill them in for ••••••••.",
  ],
  curlOtherUrl: [
    'Esta tentativa foi para essa URL, mas hoje a do endpoint é {url}. Reenviar vai para a de hoje.',
    "This attempt went to that URL, but today the endpoint's is {url}. Resending goes to today's.",
  ],
  curlImpossible: [
    'O segredo deste endpoint não pode ser lido, por isso não dá para assinar.',
    "This endpoint's secret can't be read, so nothing can be signed.",
  ],
  back: ['Voltar às entregas', 'Back to the deliveries'],
  resent: [
    '{n} {n|entrega voltou|entregas voltaram} para a fila.',
    '{n} {n|delivery is|deliveries are} back in the queue.',
  ],
  held: [
    '{n} {n|fica retida|ficam retidas}, e só {n|sai|saem} depois.',
    '{n} {n|is|are} held, and {n|goes|go} out later.',
  ],
  sending: [
    '{n} já {n|estava sendo enviada|estavam sendo enviadas}.',
    '{n} {n|was|were} being sent already.',
  ],
  unknown: [
    '{n} não {n|pode mais ser reenviada|podem mais ser reenviadas}.',
    "{n} can't be resent any more.",
  ],
  selectFirst: ['Selecione pelo menos uma entrega.', 'Select at least one delivery.'],
  tooMany: [
    'Reenvie no máximo {max} por vez, ou recupere um período.',
    'Resend at most {max} at a time, or recover a time range.',
  ],
});

export type DetailWords = (typeof words)['pt'];
