import type { VNode } from 'preact';
import type { RecordedEntry } from '../../accounts/audit/list.ts';
import type { TimelineEvent } from '../../webhooks/log/order-timeline.ts';
import type { Undelivered } from '../../webhooks/log/why-undelivered.ts';
import { explain } from '../../webhooks/send/meaning/meaning.ts';
import { DeliveryStatusPill, isDropped } from '../deliveries/list/delivery-status.tsx';
import { words as listWords } from '../deliveries/list/words.ts';
import { eventName, Time } from '../kit/index.ts';
import { missingFor } from '../request/access.ts';
import { linkTo } from '../request/form.ts';
import type { PanelRequest } from '../request/route.ts';
import { words } from './words.ts';

export interface OrderView {
  readonly request: PanelRequest;
  readonly events: readonly TimelineEvent[];
  readonly resends: readonly RecordedEntry[];
  readonly undelivered: readonly Undelivered[];
  readonly maxAttempts: number;
}

interface StepProps {
  readonly view: OrderView;
  readonly event: TimelineEvent;
}

/** An event: who caused it, and what came of it at each endpoint. */
export function Step({ view, event }: StepProps): VNode {
  const { locale } = view.request;
  const text = words[locale];
  const { kind, occurredAt, requestId, deliveries } = event;
  const reasons = view.undelivered.find((each) => each.event.id === event.id)?.reasons ?? [];
  return (
    <li>
      <h3>
        {eventName(kind, locale)} <code class="quiet">{kind}</code>
      </h3>
      <p class="second">
        <Time at={occurredAt} /> <Cause view={view} event={event} />
        {requestId === null ? null : (
          <span class="second">
            {text.request}: <code>{requestId}</code>
          </span>
        )}
      </p>
      {deliveries.map((delivery) => (
        <Delivery key={delivery.id} view={view} delivery={delivery} />
      ))}
      {reasons.map(({ why, endpoint }) => (
        <p key={endpoint.id}>{listWords[locale][why](endpoint.name)}</p>
      ))}
      {deliveries.length === 0 && reasons.length === 0 ? <p>{text.noDelivery}</p> : null}
    </li>
  );
}

const KEY = /^api_key:(tp_\w+)$/;

function Cause({ view: { request }, event: { actor } }: StepProps): VNode | null {
  const text = words[request.locale];
  const prefix = KEY.exec(actor ?? '')?.[1];
  if (prefix === undefined) return actor === 'system' ? <span>{text.bySystem}</span> : null;
  if (missingFor(request, 'revoke_keys')) return <span>{text.byKey(prefix)}</span>;
  return <a href={linkTo('/panel/search', { q: prefix })}>{text.byKey(prefix)}</a>;
}

interface DeliveryProps {
  readonly view: OrderView;
  readonly delivery: TimelineEvent['deliveries'][number];
}

function Delivery({ view: { request, resends, maxAttempts }, delivery }: DeliveryProps): VNode {
  const { locale, format } = request;
  const text = words[locale];
  const { id, endpointName, all } = delivery;
  const steps = [
    ...all.map((attempt) => ({
      at: attempt.startedAt,
      text: `${text.attempt(attempt.number, format.time(attempt.startedAt))}: ${explain(attempt, locale) || text.under}`,
    })),
    ...resends
      .filter(({ targetId }) => targetId === id)
      .map(({ at, actorName }) => ({ at, text: text.resent(actorName ?? 'Tradepost', format.time(at)) })),
  ].toSorted((a, b) => a.at.localeCompare(b.at));
  return (
    <div class="told">
      <p>
        <bdi>{endpointName}</bdi>{' '}
        <DeliveryStatusPill {...delivery} dropped={isDropped(delivery, maxAttempts)} />{' '}
        <a
          href={`${linkTo('/panel/deliveries', { q: `#${delivery.subject?.id ?? ''}`, open: id })}#delivery-${id}`}
          aria-label={`${text.open}: ${eventName(delivery.kind, locale, delivery.subject?.id)}, ${endpointName}`}
        >
          {text.open}
        </a>
      </p>
      <ul>
        {steps.map((step) => (
          <li key={`${step.at} ${step.text}`} class="second">
            {step.text}
          </li>
        ))}
      </ul>
    </div>
  );
}
