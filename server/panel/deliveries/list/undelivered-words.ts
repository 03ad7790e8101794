import { dictionary } from '../../kit/language/dictionary.ts';

/** Why an event has no delivery. */
export const words = dictionary({
  pt: {
    title: 'Eventos encontrados sem entrega',
    unsubscribed: 'Nenhum endpoint assina este evento.',
    off: (endpoint: string) => `O endpoint ${endpoint} estava desligado, e continua.`,
    was_off: (endpoint: string) => `O endpoint ${endpoint} estava desligado.`,
    later: (endpoint: string) => `O endpoint ${endpoint} ainda não existia.`,
    missed: (endpoint: string) =>
      `O endpoint ${endpoint} estava desligado, ou ainda não assinava este evento.`,
    deleted: (endpoint: string) => `O endpoint ${endpoint} já tinha sido excluído.`,
    subscribe: 'Escolher quem o recebe',
    switchOn: 'Ligar e recuperar',
    recover: 'Recuperar este evento',
  },
  en: {
    title: 'Events found without a delivery',
    unsubscribed: 'No endpoint subscribes to this event.',
    off: (endpoint: string) => `The endpoint ${endpoint} was switched off, and still is.`,
    was_off: (endpoint: string) => `The endpoint ${endpoint} was switched off.`,
    later: (endpoint: string) => `The endpoint ${endpoint} didn't exist yet.`,
    missed: (endpoint: string) =>
      `The endpoint ${endpoint} was switched off, or didn't subscribe to this event yet.`,
    deleted: (endpoint: string) => `The endpoint ${endpoint} had been deleted.`,
    subscribe: 'Choose who gets it',
    switchOn: 'Switch on and recover',
    recover: 'Recover this event',
  },
});
