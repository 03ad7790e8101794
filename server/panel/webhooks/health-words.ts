import { dictionary } from '../kit/language/dictionary.ts';

/** How an endpoint did in the last day. */
export const words = dictionary({
  pt: {
    accepted: 'Aceitas',
    p50: 'Resposta p50',
    p95: 'Resposta p95',
    attempts: 'Tentativas',
    health: 'Últimas 24 horas',
    healthEmpty: 'Nenhuma tentativa de entrega nas últimas 24 horas.',
    chartTitle: (accepted: string, failed: string) =>
      `Tentativas por hora nas últimas 24 horas. Aceitas: ${accepted}. Falharam: ${failed}.`,
    legendAccepted: 'aceitas',
    legendFailed: 'falharam',
    perHour: 'Ver por hora',
    hour: 'Hora',
    refused: 'Recusadas',
    timeout: 'Sem resposta',
    connection: 'Erro de conexão',
    address: 'Endereço bloqueado',
    now: 'agora',
    asOf: (time: string) =>
      `Contado até ${time}: as tentativas mais recentes podem ainda não aparecer, e os testes não contam.`,
  },
  en: {
    accepted: 'Accepted',
    p50: 'Response p50',
    p95: 'Response p95',
    attempts: 'Attempts',
    health: 'Last 24 hours',
    healthEmpty: 'No delivery attempts in the last 24 hours.',
    chartTitle: (accepted: string, failed: string) =>
      `Attempts per hour in the last 24 hours. Accepted: ${accepted}. Failed: ${failed}.`,
    legendAccepted: 'accepted',
    legendFailed: 'failed',
    perHour: 'Show by hour',
    hour: 'Hour',
    refused: 'Refused',
    timeout: 'Timed out',
    connection: 'Connection error',
    address: 'Blocked address',
    now: 'now',
    asOf: (time: string) => `Counted up to ${time}: later attempts may not show yet, and tests don't count.`,
  },
});
