import { isSent } from '../../../webhooks/send/attempt-ending.ts';
import { meaningOf } from '../../../webhooks/send/meaning/meaning.ts';
import { CopyBlock, visibleText } from '../../kit/index.ts';
import { indentJson, Json } from '../../webhooks/received/json.tsx';
import { Received } from '../../webhooks/received/received.tsx';
import type { DetailProps } from './detail-props.ts';
import { words } from './words.ts';

/** An order of 500 lines has 200 KB. The rest is a click away. */
const MAX_BODY_CHARACTERS = 16_000;

export function Sent({ delivery, attempt, headers, format }: DetailProps) {
  const w = words[format.locale];
  const wasSent = isSent(attempt);
  const bodyTitle = wasSent ? w.sentBody : w.body;
  const headersTitle = wasSent ? w.sentHeaders : w.headers;
  const pretty = visibleText(indentJson(delivery.body) ?? delivery.body);
  const isCut = pretty.length > MAX_BODY_CHARACTERS;
  const shown = isCut ? `${pretty.slice(0, MAX_BODY_CHARACTERS)}\n…` : pretty;
  const size = w.bytes(format.number(Buffer.byteLength(delivery.body)));
  return (
    <section>
      <CopyBlock title={bodyTitle} text={shown}>
        <Json text={shown} />
      </CopyBlock>
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
          <CopyBlock title={headersTitle} text={linesOf(headers.headers)} />
          <p class="hint">{headers.signed ? w.headersNote : w.unsigned}</p>
        </details>
      )}
    </section>
  );
}

const linesOf = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

/** What came of the attempt and what to do, then what the endpoint sent back. */
export function Answer({ delivery, attempt, format, dropped }: DetailProps) {
  const text = words[format.locale];
  if (attempt === undefined) return dropped ? <p>{text.dropped}</p> : null;
  const meaning = meaningOf(attempt, format.locale);
  return (
    <section class="answer">
      <h2>{text.answer}</h2>
      {dropped ? <p>{text.dropped}</p> : null}
      {meaning === undefined ? null : (
        <p>
          <strong>{meaning.cause}</strong> {meaning.next}
        </p>
      )}
      <Received response={attempt} id={`${delivery.id}-${attempt.number}`} />
    </section>
  );
}
