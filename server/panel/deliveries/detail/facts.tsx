import type { ComponentChildren, VNode } from 'preact';
import type { Attempt } from '../../../webhooks/log/delivery-detail.ts';
import type { DeliveryStatus } from '../../../webhooks/log/delivery-filter.ts';
import { endingOf, isSent } from '../../../webhooks/send/attempt-ending.ts';
import type { Format } from '../../kit/language/format.ts';
import { outcomeWords } from '../../webhooks/outcome-words.ts';
import { visibleText } from '../visible-text.ts';
import { words as statusWords } from '../words.ts';
import type { DetailProps } from './detail-props.ts';
import { words } from './words.ts';

/** A value of the specification, beside its words, for whoever compares with the documentation. */
const Constant = ({ children }: { children: ComponentChildren }): VNode => (
  <span class="mono quiet" lang="en">
    ({children})
  </span>
);

const statusWord = (status: DeliveryStatus, w: (typeof statusWords)['pt']): string =>
  ({ PENDING: w.queued, RETRYING: w.tryingAgain, SUCCESS: w.delivered, FAILED: w.failed })[status];

export function Facts({ delivery, attempt, format }: DetailProps): VNode {
  const w = words[format.locale];
  const { status, endpoint } = statusWords[format.locale];
  return (
    <dl class="facts">
      <Fact name={status}>
        {statusWord(delivery.status, statusWords[format.locale])} <Constant>{delivery.status}</Constant>
      </Fact>
      {attempt === undefined ? (
        <Fact name={endpoint}>{visibleText(delivery.url)}</Fact>
      ) : (
        <AttemptFacts {...{ attempt, format }} presentUrl={delivery.url} />
      )}
      <Fact name={w.eventId}>
        <span class="mono">{delivery.eventId}</span>
      </Fact>
      <Fact name={w.deliveryId}>
        <span class="mono">{delivery.id}</span>
      </Fact>
      {delivery.requestId === null ? null : (
        <Fact name="request_id">
          <span class="mono">{delivery.requestId}</span>
        </Fact>
      )}
    </dl>
  );
}

interface AttemptFactsProps {
  readonly attempt: Attempt;
  readonly presentUrl: string;
  readonly format: Format;
}

function AttemptFacts({ attempt, presentUrl, format }: AttemptFactsProps): VNode {
  const w = words[format.locale];
  const { outcome, startedAt, url } = attempt;
  const ending = endingOf(attempt);
  return (
    <>
      {ending === undefined ? null : (
        <Fact name={w.outcome}>
          {outcomeWords[format.locale][ending]} <Constant>{outcome}</Constant>
        </Fact>
      )}
      <Fact name={w.started}>{format.fullTime(startedAt)}</Fact>
      <Fact name={isSent(attempt) ? w.sentTo : w.target}>
        {visibleText(url)}
        {url === presentUrl ? null : <p class="hint">{w.presentUrl(visibleText(presentUrl))}</p>}
      </Fact>
    </>
  );
}

const Fact = ({ name, children }: { name: string; children: ComponentChildren }): VNode => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);
