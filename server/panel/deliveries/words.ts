import { dictionary } from '../kit/index.ts';

/** How a delivery is, and what came of an attempt: in the list and in the detail. */
export const words = dictionary({
  delivered: ['Entregue', 'Delivered'],
  retrying: ['Nova tentativa {when}', 'Next attempt {when}'],
  retryingNow: ['Nova tentativa em instantes', 'Next attempt any moment'],
  tryingAgain: ['Em novas tentativas', 'Being tried again'],
  failed: ['Falhou', 'Failed'],
  dropped: ['Descartada', 'Dropped'],
  queued: ['Na fila', 'Queued'],
  held: ['Retida até o endpoint ser ligado', 'Held until the endpoint is switched on'],
  heldByOperator: ['Retida por quem opera o serviço', 'Held by the operator of the service'],
  accepted: ['aceita pelo sistema', 'accepted'],
  refused: ['recusada pelo sistema', 'refused'],
  timeout: ['tempo esgotado', 'timed out'],
  connection: ['sem conexão', 'no connection'],
  closed: ['conexão encerrada', 'connection closed'],
  invalid: ['resposta inválida', 'invalid response'],
  address: ['endereço bloqueado', 'address blocked'],
  lost: ['interrompida', 'interrupted'],
  underWay: ['em andamento', 'under way'],
  ordinal: ['{n}ª', '#{n}'],
});
