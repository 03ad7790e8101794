import type { Ending } from '../../webhooks/send/attempt-ending.ts';
import type { Locale } from '../kit/language/locale.ts';

/** How an attempt ended, and whether the delivery may have been processed all the same. */
export const outcomeWords: Readonly<Record<Locale, Readonly<Record<Ending, string>>>> = {
  pt: {
    accepted: 'O seu sistema aceitou.',
    refused: 'O seu sistema respondeu, mas não com 2xx.',
    timeout: 'O seu sistema não respondeu em 10 segundos. Pode ter processado a entrega.',
    connection: 'Não conseguimos conectar, e nada foi enviado.',
    closed: 'A conexão foi encerrada antes de uma resposta. O seu sistema pode ter processado a entrega.',
    invalid: 'A resposta veio incompleta, ou não é HTTP. O seu sistema pode ter processado a entrega.',
    address: 'O endereço está numa rede para onde não enviamos.',
    lost: 'O envio foi interrompido do nosso lado. Pode ter chegado.',
  },
  en: {
    accepted: 'Your system accepted it.',
    refused: 'Your system responded, but not with 2xx.',
    timeout: "Your system didn't respond within 10 seconds. It may have processed the delivery.",
    connection: "We couldn't connect, and nothing was sent.",
    closed: 'The connection was closed before a response. Your system may have processed the delivery.',
    invalid: "The response was incomplete or isn't HTTP. Your system may have processed the delivery.",
    address: "The address is on a network that we don't send to.",
    lost: 'Sending was interrupted on our side. It may have arrived.',
  },
};
