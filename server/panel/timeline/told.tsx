import type { TimelineEvent } from '../../webhooks/log/timeline.ts';
import { explain, meaningOf } from '../../webhooks/send/meaning/meaning.ts';
import { DeliveryStatusPill, isDropped } from '../deliveries/list/delivery-status.tsx';
import { eventName, useFormat, useLocale } from '../kit/index.ts';
import { linkTo } from '../request/form.ts';
import type { TimelineView } from './view.ts';
import { words } from './words.ts';

interface ToldProps {
  readonly view: TimelineView;
  readonly delivery: TimelineEvent['deliveries'][number];
}

/** What an endpoint was told of an event: each attempt, and who sent it again. */
export function Told({ view, delivery }: ToldProps) {
  return (
    <div class="told">
      <p>
        <bdi>{delivery.endpointName}</bdi>{' '}
        <DeliveryStatusPill {...delivery} dropped={isDropped(delivery, view.maxAttempts)} />{' '}
        {view.opens ? <Sent {...delivery} /> : null}
      </p>
      <ul>
        {stepsOf(view, delivery).map((step) => (
          <li key={`${step.at} ${step.text}`} class="second">
            {step.text}
          </li>
        ))}
      </ul>
    </div>
  );
}

function stepsOf({ resends }: TimelineView, { id, all }: ToldProps['delivery']) {
  const format = useFormat();
  const text = words[format.locale];
  // What to do is said once, for the last one.
  const textOf = (attempt: (typeof all)[number]): string | undefined =>
    attempt === all.at(-1) ? explain(attempt, format.locale) : meaningOf(attempt, format.locale)?.cause;
  const attempts = all.map((attempt) => ({
    at: attempt.startedAt,
    text: `${text.attempt(attempt.number, format.time(attempt.startedAt))}: ${textOf(attempt) || text.under}`,
  }));
  const again = resends
    .filter(({ targetId }) => targetId === id)
    .map(({ at, actorName }) => ({ at, text: text.resent(actorName ?? 'Tradepost', format.time(at)) }));
  return [...attempts, ...again].toSorted((a, b) => a.at.localeCompare(b.at));
}

function Sent({ id, eventId, kind, subject, endpointName }: ToldProps['delivery']) {
  const locale = useLocale();
  const text = words[locale];
  return (
    <a
      href={`${linkTo('/panel/deliveries', { q: eventId, open: id })}#delivery-${id}`}
      aria-label={`${text.seeDelivery}: ${eventName(kind, locale, subject?.id)}, ${endpointName}`}
    >
      {text.seeDelivery}
    </a>
  );
}
