import type { VNode } from 'preact';
import type { DeliveryStatus } from '../../../webhooks/log/delivery-filter.ts';
import { endingOf, type StoredEnding } from '../../../webhooks/send/attempt-ending.ts';
import { type Locale, Status, useFormat } from '../../kit/index.ts';
import { words } from '../words.ts';

interface DeliveryStatusProps {
  readonly status: DeliveryStatus;
  readonly nextRetryAt: string | null;
  readonly endpointActive: boolean;
}

/** Plain words: ✓ Entregue, ↻ Nova tentativa em 4 min, ✕ Falhou, … Na fila. */
export function DeliveryStatusPill({ status, nextRetryAt, endpointActive }: DeliveryStatusProps): VNode {
  const format = useFormat();
  const w = words[format.locale];
  if (status === 'SUCCESS') return <Status tone="good">{w.delivered}</Status>;
  if (status === 'FAILED') return <Status tone="bad">{w.failed}</Status>;
  if (!endpointActive) return <Status tone="quiet">{w.held}</Status>;
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
