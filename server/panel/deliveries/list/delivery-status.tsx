import type { VNode } from 'preact';
import type { DeliveryStatus } from '../../../webhooks/queue/delivery-filter.ts';
import { Status } from '../../elements/status.tsx';
import type { Format } from '../../language/format.ts';
import type { Locale } from '../../language/locale.ts';
import { words } from '../words.ts';

interface DeliveryStatusProps {
  readonly delivery: {
    readonly status: DeliveryStatus;
    readonly nextRetryAt: string | null;
    readonly endpointActive: boolean;
  };
  readonly format: Format;
  readonly nowMs: number;
}

/** Plain words: ✓ Entregue, ↻ Nova tentativa em 4 min, ✕ Falhou, … Na fila. */
export function DeliveryStatusPill({ delivery, format, nowMs }: DeliveryStatusProps): VNode {
  const w = words[format.locale];
  const { status, nextRetryAt, endpointActive } = delivery;
  if (status === 'SUCCESS') return <Status tone="good">{w.delivered}</Status>;
  if (status === 'FAILED') return <Status tone="bad">{w.failed}</Status>;
  if (!endpointActive) return <Status tone="quiet">{w.held}</Status>;
  if (status === 'PENDING')
    return (
      <Status tone="quiet" sign="…">
        {w.queued}
      </Status>
    );
  const isDue = nextRetryAt === null || Date.parse(nextRetryAt) <= nowMs;
  return <Status tone="busy">{isDue ? w.retryingNow : w.retrying(format.relative(nextRetryAt))}</Status>;
}

/** What came instead of an HTTP status. */
export function outcomeWord(outcome: string | null, locale: Locale): string {
  const w = words[locale];
  if (outcome === 'timeout') return w.timedOut;
  if (outcome === 'connection') return w.noConnection;
  if (outcome === 'address') return w.blocked;
  return outcome === 'lost' ? w.lost : w.underWay;
}
