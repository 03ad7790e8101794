import type { Locale } from '../language/locale.ts';

/** How an attempt ended, by its outcome. */
export const outcomeWords: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  pt: {
    accepted: 'O seu sistema aceitou.',
    refused: 'O seu sistema respondeu, mas não com 2xx.',
    timeout: 'O seu sistema não respondeu em 10 segundos.',
    connection: 'Não conseguimos conectar.',
    address: 'O endereço está numa rede para onde não enviamos.',
    lost: 'O envio foi interrompido do nosso lado. Pode ter chegado.',
  },
  en: {
    accepted: 'Your system accepted it.',
    refused: 'Your system responded, but not with 2xx.',
    timeout: "Your system didn't respond within 10 seconds.",
    connection: "We couldn't connect.",
    address: "The address is on a network that we don't send to.",
    lost: 'Sending was interrupted on our side. It may have arrived.',
  },
};
