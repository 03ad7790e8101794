import type { VNode } from 'preact';
import type { DeliveryStatus } from '../../../webhooks/queue/delivery-filter.ts';
import { Status } from '../../elements/status.tsx';
import type { Format } from '../../language/format.ts';
import type { Words } from '../words.ts';

interface DeliveryStatusProps {
  readonly delivery: {
    readonly status: DeliveryStatus;
    readonly nextRetryAt: string | null;
    readonly endpointActive: boolean;
  };
  readonly words: Words;
  readonly format: Format;
  readonly nowMs: number;
}

/** Plain words: ✓ Entregue, ↻ Nova tentativa em 4 min, ✕ Falhou, … Na fila. */
export function DeliveryStatusPill({ delivery, words, format, nowMs }: DeliveryStatusProps): VNode {
  const { status, nextRetryAt, endpointActive } = delivery;
  if (status === 'SUCCESS') return <Status tone="good">{words.statusDelivered}</Status>;
  if (status === 'FAILED') return <Status tone="bad">{words.statusFailed}</Status>;
  if (!endpointActive)
    return (
      <Status tone="quiet" sign="…">
        {words.statusInactive}
      </Status>
    );
  if (status === 'PENDING')
    return (
      <Status tone="quiet" sign="…">
        {words.statusQueued}
      </Status>
    );
  const isDue = nextRetryAt === null || Date.parse(nextRetryAt) <= nowMs;
  return (
    <Status tone="busy">
      {isDue ? words.statusRetryingNow : words.statusRetrying(format.relative(nextRetryAt))}
    </Status>
  );
}

/** What came instead of an HTTP status. */
export function outcomeWord(outcome: string | null, words: Words): string {
  if (outcome === 'timeout') return words.timedOut;
  if (outcome === 'connection') return words.noConnection;
  if (outcome === 'address') return words.blocked;
  return outcome === 'lost' ? words.lost : words.underWay;
}
