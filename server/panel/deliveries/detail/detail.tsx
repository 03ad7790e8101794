import type { ComponentChildren, VNode } from 'preact';
import type { Attempt, DeliveryDetail } from '../../../webhooks/queue/delivery-detail.ts';
import type { AttemptHeaders } from '../../../webhooks/send/attempt-headers.ts';
import type { Format } from '../../language/format.ts';
import { outcomeWords } from '../../webhooks/words.ts';
import { outcomeWord } from '../list/delivery-status.tsx';
import { listLink } from '../list/list-query.ts';
import { prettyJson, visibleText } from '../visible-text.ts';
import type { Words } from '../words.ts';

/** An order of 500 lines has 200 KB. The rest is a click away. */
const MAX_BODY_CHARACTERS = 16_000;

export interface DetailProps {
  readonly delivery: DeliveryDetail;
  /** The attempt that is shown; undefined before the first one. */
  readonly attempt: Attempt | undefined;
  readonly headers: AttemptHeaders | undefined;
  readonly kept: Readonly<Record<string, string>>;
  readonly words: Words;
  readonly format: Format;
}

/** A delivery in place: its attempts as tabs, sent and received side by side, then what can be done. */
export const Detail = (props: DetailProps): VNode => (
  <div class="delivery-detail" id={`detail-${props.delivery.id}`}>
    <Attempts {...props} />
    <div class="sides">
      <Sent {...props} />
      <div>
        <Received {...props} />
        <Facts {...props} />
      </div>
    </div>
    <Actions {...props} />
  </div>
);

function Attempts({ delivery, attempt, kept, words, format }: DetailProps): VNode | null {
  if (delivery.attempts.length === 0) return null;
  return (
    <nav class="attempts" aria-label={words.attempts}>
      {delivery.attempts.map((each) => (
        <a
          key={each.number}
          class="button"
          id={`attempt-${delivery.id}-${each.number}`}
          href={`${listLink(kept, { open: delivery.id, attempt: String(each.number) })}#delivery-${delivery.id}`}
          aria-current={each === attempt ? 'true' : undefined}
        >
          {summaryOf(each, words, format)}
        </a>
      ))}
    </nav>
  );
}

/** 2ª · 500 · 301 ms */
function summaryOf({ number, outcome, responseStatus, durationMs }: Attempt, words: Words, format: Format) {
  const answered = responseStatus !== null && outcome !== 'timeout';
  const result = answered ? String(responseStatus) : outcomeWord(outcome, words);
  const took = answered && durationMs !== null ? [format.duration(durationMs)] : [];
  return [words.ordinal(number), result, ...took].join(' · ');
}

function Sent({ delivery, attempt, headers, words, format }: DetailProps): VNode {
  const pretty = visibleText(prettyJson(delivery.body));
  const isCut = pretty.length > MAX_BODY_CHARACTERS;
  const size = words.bytes(format.number(Buffer.byteLength(delivery.body)));
  return (
    <section>
      <h2>{words.sentBody}</h2>
      <Text label={words.sentBody}>{isCut ? `${pretty.slice(0, MAX_BODY_CHARACTERS)}\n…` : pretty}</Text>
      <p class="hint">
        {isCut ? `${words.cut(size)} ` : ''}
        <a href={`/panel/deliveries/${delivery.id}/body`} hx-boost="false">
          {words.wholeBody}
        </a>
      </p>
      {headers === undefined || attempt === undefined ? (
        <p class="hint">{words.notSentYet}</p>
      ) : (
        <details id={`headers-${delivery.id}-${attempt.number}`} hx-preserve>
          <summary>{words.sentHeaders}</summary>
          <Text label={words.sentHeaders}>
            {Object.entries(headers.headers)
              .map(([name, value]) => `${name}: ${value}`)
              .join('\n')}
          </Text>
          <p class="hint">{headers.signed ? words.headersNote : words.unsigned}</p>
        </details>
      )}
    </section>
  );
}

function Received({ attempt, words }: DetailProps): VNode | null {
  if (attempt === undefined) return null;
  const { responseBody, responseStatus, detail } = attempt;
  return (
    <section>
      <h2>{words.received}</h2>
      {responseBody ? (
        <Text label={words.received}>{visibleText(responseBody)}</Text>
      ) : (
        <p class="hint">{responseStatus === null ? words.receivedNone : words.receivedNothing}</p>
      )}
      {detail === null ? null : <p class="hint mono">{visibleText(detail)}</p>}
    </section>
  );
}

/** The constants of the specification, for whoever compares with the documentation. */
function Facts({ delivery, attempt, words, format }: DetailProps): VNode {
  const started = attempt?.startedAt;
  return (
    <dl class="facts">
      <dt>{words.status}</dt>
      <dd class="mono">{delivery.status}</dd>
      {attempt?.outcome == null ? null : (
        <>
          <dt>{words.outcome}</dt>
          <dd>
            <span class="mono">{attempt.outcome}</span>: {outcomeWords[format.locale][attempt.outcome]}
          </dd>
        </>
      )}
      {started === undefined ? null : (
        <>
          <dt>{words.started}</dt>
          <dd>{format.fullTime(started)}</dd>
        </>
      )}
      <dt>{words.endpoint}</dt>
      <dd>{visibleText(delivery.url)}</dd>
      <dt>{words.eventId}</dt>
      <dd class="mono">{delivery.eventId}</dd>
      <dt>{words.deliveryId}</dt>
      <dd class="mono">{delivery.id}</dd>
    </dl>
  );
}

function Actions({ delivery, kept, words }: DetailProps): VNode {
  if (delivery.endpointDeleted) return <p class="hint">{words.endpointDeleted}</p>;
  const path = `/panel/deliveries/${delivery.id}`;
  return (
    <>
      <div class="actions" hx-boost="false">
        <form method="post" action={`${path}/resend`}>
          <input type="hidden" name="back" value={listLink(kept, { open: delivery.id })} />
          <button type="submit" class="button primary" id={`resend-${delivery.id}`}>
            {words.resend}
          </button>
        </form>
        <form
          method="post"
          action={`${path}/curl`}
          hx-post={`${path}/curl`}
          hx-target={`#curl-${delivery.id}`}
          hx-select=".curl-command"
          hx-swap="innerHTML"
          hx-push-url="false"
        >
          <button type="submit" class="button" id={`copy-${delivery.id}`}>
            {words.copyCurl}
          </button>
        </form>
      </div>
      {delivery.endpointActive ? null : <p class="hint">{words.resendInactive}</p>}
      {/* Kept when the list follows what happens. */}
      <div id={`curl-${delivery.id}`} class="curl-slot" hx-preserve />
    </>
  );
}

/** Long text scrolls in its box, which must therefore be reachable by keyboard (WCAG 2.1.1). */
const Text = ({ label, children }: { label: string; children: ComponentChildren }): VNode => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is interactive.
  // biome-ignore lint/a11y/useSemanticElements: a section wouldn't keep the line breaks.
  <pre role="region" aria-label={label} tabIndex={0}>
    {children}
  </pre>
);
