import type { ComponentChildren } from 'preact';
import type { Attempt, DeliveryDetail } from '../../../webhooks/log/delivery-detail.ts';
import { subjectOf } from '../../../webhooks/log/event-subject.ts';
import { endingOf, isSent } from '../../../webhooks/send/attempt-ending.ts';
import { Details, type Format, type Labelled, visibleText } from '../../kit/index.ts';
import { words as statusWords } from '../words.ts';
import type { DetailProps } from './detail-props.ts';
import { words } from './words.ts';

/** A value of the specification, beside its words, for whoever compares with the documentation. */
const Constant = ({ children }: { children: ComponentChildren }) => (
  <span class="mono quiet" lang="en">
    ({children})
  </span>
);

function statusWord({ status, isHeld }: DeliveryDetail, w: (typeof statusWords)['pt']): string {
  if (isHeld && (status === 'PENDING' || status === 'RETRYING')) return w.heldByOperator;
  return { PENDING: w.queued, RETRYING: w.tryingAgain, SUCCESS: w.delivered, FAILED: w.failed }[status];
}

/** Of an envelope, which says early what it's about. */
const BEGINNING = 400;

const Id = ({ children }: { children: string }) => <span class="mono">{children}</span>;

export function Facts({ delivery, attempt, format, dropped }: DetailProps) {
  const w = words[format.locale];
  const { eventId, id, requestId, url, test } = delivery;
  const subject = test ? undefined : subjectOf(delivery.body.slice(0, BEGINNING));
  const orderId = subject?.type === 'order' ? subject.id : undefined;
  return (
    <Details
      of={{
        [w.status]: (
          <>
            {dropped ? statusWords[format.locale].dropped : statusWord(delivery, statusWords[format.locale])}{' '}
            <Constant>{delivery.status}</Constant>
          </>
        ),
        [w.order]:
          orderId === undefined ? undefined : (
            <a href={`/panel/orders/${orderId}`} hx-boost="false">
              {w.wholeOrder(orderId)}
            </a>
          ),
        ...(attempt ? attemptFacts(attempt, url, format) : { [w.endpoint]: visibleText(url) }),
        [w.eventId]: <Id>{eventId}</Id>,
        [w.deliveryId]: <Id>{id}</Id>,
        [w.requestId]: requestId === null ? undefined : <Id>{requestId}</Id>,
      }}
    />
  );
}

/** One that is stored without an ending that we know has its constant alone. */
function outcomeWord(attempt: Attempt, locale: Format['locale']): string | undefined {
  const ending = endingOf(attempt);
  return ending && statusWords[locale][ending];
}

function attemptFacts(attempt: Attempt, presentUrl: string, format: Format): Labelled {
  const w = words[format.locale];
  const { outcome, detail, startedAt, url } = attempt;
  return {
    [w.outcome]:
      outcome === null ? undefined : (
        <>
          {outcomeWord(attempt, format.locale)}{' '}
          <Constant>{visibleText([outcome, ...(detail ? [detail] : [])].join(' '))}</Constant>
        </>
      ),
    [w.started]: format.fullTime(startedAt),
    [isSent(attempt) ? w.sentTo : w.target]: (
      <>
        {visibleText(url)}
        {url === presentUrl ? null : <p class="hint">{w.presentUrl(visibleText(presentUrl))}</p>}
      </>
    ),
  };
}
