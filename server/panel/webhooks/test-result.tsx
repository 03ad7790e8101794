import type { VNode } from 'preact';
import type { TestResult } from '../../webhooks/endpoints/test-event.ts';
import { endingOf } from '../../webhooks/send/attempt-ending.ts';
import { CodeBox } from '../kit/elements/code-box.tsx';
import { Figures } from '../kit/elements/figures.tsx';
import { Status } from '../kit/elements/status.tsx';
import { Time } from '../kit/elements/time.tsx';
import type { Format } from '../kit/language/format.ts';
import { outcomeWords } from './outcome-words.ts';
import { words } from './test-words.ts';

interface TestResultProps {
  readonly result: TestResult;
  readonly format: Format;
  /** This page, from which the section updates itself while it waits. */
  readonly path: string;
  readonly eventId: string;
}

export function TestResultView(props: TestResultProps): VNode {
  const isWaiting = props.result.status === 'PENDING';
  const live = isWaiting
    ? { 'hx-get': props.path, 'hx-trigger': 'every 1s', 'hx-select': '#result', 'hx-swap': 'outerHTML' }
    : {};
  return (
    // The region itself stays when the section is replaced: a new one says nothing about what it has from the start.
    <div aria-live="polite">
      <section id="result" {...live}>
        {isWaiting ? <Waiting {...props} /> : <Ended {...props} />}
      </section>
    </div>
  );
}

function Waiting({ format, path }: TestResultProps): VNode {
  const w = words[format.locale];
  return (
    <div class="panel-box">
      <p>
        <Status tone="busy" sign="…">
          {w.testWaiting}
        </Status>
      </p>
      <p class="quiet">{w.testWaitingText}</p>
      <a class="button" href={path}>
        {w.refresh}
      </a>
    </div>
  );
}

function Ended({ result, format, eventId }: TestResultProps): VNode {
  const w = words[format.locale];
  return (
    <>
      <p class="actions">
        <Ending result={result} format={format} />
        <span class="break">{explain(result, format)}</span>
      </p>
      <Figures
        figures={[
          { label: w.responseStatus, value: result.responseStatus ?? '–' },
          { label: w.duration, value: result.durationMs === null ? '–' : format.duration(result.durationMs) },
          { label: w.sentAt, value: <Time at={result.sentAt} format={format} /> },
          ...(result.nextRetryAt === null
            ? []
            : [{ label: w.nextRetry, value: <Time at={result.nextRetryAt} format={format} /> }]),
        ]}
      />
      <div class="side-by-side">
        <Body title={w.sentBody} text={indented(result.body)} />
        <Body
          title={w.receivedBody}
          text={result.responseBody || (result.responseStatus === null ? w.noResponse : w.noBody)}
        />
      </div>
      <p>
        <a class="button" href={`/panel/deliveries?q=${eventId}&open=${result.deliveryId}`}>
          {w.deliveryLink}
        </a>
      </p>
    </>
  );
}

function Ending({ result: { status }, format }: Pick<TestResultProps, 'result' | 'format'>): VNode {
  const w = words[format.locale];
  if (status === 'SUCCESS') return <Status tone="good">{w.testAccepted}</Status>;
  return status === 'RETRYING' ? (
    <Status tone="busy">{w.testRetrying}</Status>
  ) : (
    <Status tone="bad">{w.testFailed}</Status>
  );
}

/** Error codes such as ECONNREFUSED are what an integrator looks for. The sentence about a blocked address is English only. */
function explain(result: TestResult, format: Format): string {
  const ending = endingOf(result);
  const sentence = ending === undefined ? '' : outcomeWords[format.locale][ending];
  const { outcome, detail } = result;
  return detail !== null && outcome === 'connection' ? `${sentence} (${detail})` : sentence;
}

/** Whatever the endpoint sent is text here, and never anything else. */
const Body = ({ title, text }: { title: string; text: string }): VNode => (
  <div>
    <h2>{title}</h2>
    <CodeBox label={title}>{text}</CodeBox>
  </div>
);

const indented = (json: string): string => JSON.stringify(JSON.parse(json), undefined, 2);
