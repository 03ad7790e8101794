import type { ComponentChildren, VNode } from 'preact';
import type { Attempt } from '../../../webhooks/queue/delivery-detail.ts';
import { endingOf } from '../../../webhooks/send/attempt-ending.ts';
import type { Format } from '../../language/format.ts';
import { outcomeWords } from '../../webhooks/outcome-words.ts';
import { visibleText } from '../visible-text.ts';
import { words as statusWords } from '../words.ts';
import type { DetailProps } from './detail-props.ts';
import { words } from './words.ts';

/** The constants of the specification, for whoever compares with the documentation. */
export function Facts({ delivery, attempt, format }: DetailProps): VNode {
  const w = words[format.locale];
  const { status, endpoint } = statusWords[format.locale];
  return (
    <dl class="facts">
      <Fact name={status}>
        <span class="mono">{delivery.status}</span>
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
          <span class="mono">{outcome}</span>: {outcomeWords[format.locale][ending]}
        </Fact>
      )}
      <Fact name={w.started}>{format.fullTime(startedAt)}</Fact>
      <Fact name={w.sentTo}>
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
