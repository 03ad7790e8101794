import type { ComponentChildren, VNode } from 'preact';
import { isSent } from '../../../webhooks/send/attempt-ending.ts';
import { prettyJson, visibleText } from '../visible-text.ts';
import type { DetailProps } from './detail-props.ts';
import { words } from './words.ts';

/** An order of 500 lines has 200 KB. The rest is a click away. */
const MAX_BODY_CHARACTERS = 16_000;

export function Sent({ delivery, attempt, headers, format }: DetailProps): VNode {
  const w = words[format.locale];
  const wasSent = isSent(attempt);
  const bodyTitle = wasSent ? w.sentBody : w.body;
  const headersTitle = wasSent ? w.sentHeaders : w.headers;
  const pretty = visibleText(prettyJson(delivery.body));
  const isCut = pretty.length > MAX_BODY_CHARACTERS;
  const size = w.bytes(format.number(Buffer.byteLength(delivery.body)));
  return (
    <section>
      <h2>{bodyTitle}</h2>
      <Text label={bodyTitle}>{isCut ? `${pretty.slice(0, MAX_BODY_CHARACTERS)}\n…` : pretty}</Text>
      <p class="hint">
        {isCut ? `${w.cut(size)} ` : ''}
        <a href={`/panel/deliveries/${delivery.id}/body`} hx-boost="false">
          {w.wholeBody}
        </a>
      </p>
      {headers === undefined || attempt === undefined ? (
        <p class="hint">{w.notSentYet}</p>
      ) : (
        <details id={`headers-${delivery.id}-${attempt.number}`} hx-preserve>
          <summary>{headersTitle}</summary>
          <Text label={headersTitle}>
            {Object.entries(headers.headers)
              .map(([name, value]) => `${name}: ${value}`)
              .join('\n')}
          </Text>
          <p class="hint">{headers.signed ? w.headersNote : w.unsigned}</p>
        </details>
      )}
    </section>
  );
}

export function Received({ delivery, attempt, format }: DetailProps): VNode | null {
  if (attempt === undefined) return null;
  const w = words[format.locale];
  const { responseBody, responseHeaders, responseStatus, detail } = attempt;
  return (
    <section>
      <h2>{w.received}</h2>
      {responseBody ? (
        <Text label={w.received}>{visibleText(responseBody)}</Text>
      ) : (
        <p class="hint">{responseStatus === null ? w.receivedNone : w.receivedNothing}</p>
      )}
      {responseHeaders ? (
        <details id={`received-${delivery.id}-${attempt.number}`} hx-preserve>
          <summary>{w.receivedHeaders}</summary>
          <Text label={w.receivedHeaders}>{visibleText(responseHeaders)}</Text>
        </details>
      ) : null}
      {detail === null ? null : (
        <p class="hint mono" lang="en">
          {visibleText(detail)}
        </p>
      )}
    </section>
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
