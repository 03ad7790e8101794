import type { DeliveryStatus } from '../../../webhooks/log/delivery-filter.ts';
import type { ListedDelivery } from '../../../webhooks/log/list-deliveries.ts';
import { endingOf, type StoredEnding } from '../../../webhooks/send/attempt-ending.ts';
import { type Format, type Locale, Status, type Tone, useFormat } from '../../kit/index.ts';
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

type Shown = readonly [tone: Tone, text: string, sign?: string];

function shownAs(
  { status, nextRetryAt, endpointActive, isHeld, dropped }: DeliveryStatusProps,
  format: Format,
): Shown {
  const w = words[format.locale];
  if (status === 'SUCCESS') return ['good', w.delivered];
  if (dropped) return ['quiet', w.dropped];
  if (status === 'FAILED') return ['bad', w.failed];
  if (!endpointActive) return ['quiet', w.held];
  if (isHeld) return ['quiet', w.heldByOperator];
  if (status === 'PENDING') return ['quiet', w.queued, '…'];
  const isDue = nextRetryAt === null || Date.parse(nextRetryAt) <= format.nowMs;
  return ['busy', isDue ? w.retryingNow : w.retrying(format.relative(nextRetryAt))];
}

/** Plain words: ✓ Entregue, ↻ Nova tentativa em 4 min, ✕ Falhou, … Na fila. */
export function DeliveryStatusPill(props: DeliveryStatusProps) {
  const [tone, text, sign] = shownAs(props, useFormat());
  return (
    <Status tone={tone} sign={sign}>
      {text}
    </Status>
  );
}

export const statusText = (
  delivery: Omit<DeliveryStatusProps, 'dropped'>,
  format: Format,
  dropped: boolean,
): string => shownAs({ ...delivery, dropped }, format)[1];

/** What came instead of a complete response; undefined when one came. */
export function endingWord(attempt: StoredEnding, locale: Locale): string | undefined {
  const ending = endingOf(attempt);
  if (ending === 'accepted' || ending === 'refused') return undefined;
  return words[locale][ending ?? 'underWay'];
}
