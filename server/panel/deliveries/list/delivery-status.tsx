import type { VNode } from 'preact';
import type { DeliveryStatus } from '../../../webhooks/log/delivery-filter.ts';
import type { ListedDelivery } from '../../../webhooks/log/list-deliveries.ts';
import { endingOf, type StoredEnding } from '../../../webhooks/send/attempt-ending.ts';
import { type Locale, Status, useFormat } from '../../kit/index.ts';
import { words } from '../words.ts';

/** Taken out of the queue when its endpoint was deleted, in the middle of its attempts: that it failed isn't the last one's doing. */
export const isDropped = (
  { status, attempts, endpointDeleted }: Pick<ListedDelivery, 'status' | 'attempts' | 'endpointDeleted'>,
  maxAttempts: number,
): boolean => status === 'FAILED' && endpointDeleted && (attempts === 0 || attempts % maxAttempts !== 0);

interface DeliveryStatusProps {
  readonly status: DeliveryStatus;
  readonly nextRetryAt: string | null;
  readonly endpointActive: boolean;
  readonly isHeld: boolean;
  readonly dropped: boolean;
}

/** Plain words: ✓ Entregue, ↻ Nova tentativa em 4 min, ✕ Falhou, … Na fila. */
export function DeliveryStatusPill({
  status,
  nextRetryAt,
  endpointActive,
  isHeld,
  dropped,
}: DeliveryStatusProps): VNode {
  const format = useFormat();
  const w = words[format.locale];
  if (status === 'SUCCESS') return <Status tone="good">{w.delivered}</Status>;
  if (dropped) return <Status tone="quiet">{w.dropped}</Status>;
  if (status === 'FAILED') return <Status tone="bad">{w.failed}</Status>;
  if (!endpointActive) return <Status tone="quiet">{w.held}</Status>;
  if (isHeld) return <Status tone="quiet">{w.heldByOperator}</Status>;
  if (status === 'PENDING')
    return (
      <Status tone="quiet" sign="…">
        {w.queued}
      </Status>
    );
  const isDue = nextRetryAt === null || Date.parse(nextRetryAt) <= format.nowMs;
  return <Status tone="busy">{isDue ? w.retryingNow : w.retrying(format.relative(nextRetryAt))}</Status>;
}

/** What came instead of a complete response; undefined when one came. */
export function endingWord(attempt: StoredEnding, locale: Locale): string | undefined {
  const ending = endingOf(attempt);
  if (ending === 'accepted' || ending === 'refused') return undefined;
  return words[locale][ending ?? 'underWay'];
}
