import { dictionary } from '../language/dictionary.ts';

/** How a delivery is, and what came of an attempt: in the list and in the detail. */
export const words = dictionary({
  pt: {
    status: 'Situação',
    endpoint: 'Endpoint',
    delivered: 'Entregue',
    retrying: (when: string) => `Nova tentativa ${when}`,
    retryingNow: 'Nova tentativa em instantes',
    failed: 'Falhou',
    queued: 'Na fila',
    held: 'Retida até o endpoint ser ligado',
    timedOut: 'tempo esgotado',
    noConnection: 'sem conexão',
    blocked: 'endereço bloqueado',
    lost: 'interrompida',
    underWay: 'em andamento',
    ordinal: (n: number) => `${n}ª`,
  },
  en: {
    status: 'Status',
    endpoint: 'Endpoint',
    delivered: 'Delivered',
    retrying: (when: string) => `Next attempt ${when}`,
    retryingNow: 'Next attempt any moment',
    failed: 'Failed',
    queued: 'Queued',
    held: 'Held until the endpoint is switched on',
    timedOut: 'timed out',
    noConnection: 'no connection',
    blocked: 'address blocked',
    lost: 'interrupted',
    underWay: 'under way',
    ordinal: (n: number) => `#${n}`,
  },
});
