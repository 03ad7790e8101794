import type { VNode } from 'preact';
import type { TestResult } from '../../webhooks/endpoints/test-event.ts';
import { endingOf } from '../../webhooks/send/attempt-ending.ts';
import {
  CodeBox,
  Figures,
  type Format,
  LinkButton,
  polling,
  Status,
  Time,
  useFormat,
  useLocale,
} from '../kit/index.ts';
import { outcomeWords, words } from './words.ts';

interface TestResultProps {
  readonly result: TestResult;
  /** This page, from which the section updates itself while it waits. */
  readonly path: string;
  readonly eventId: string;
}

export function TestResultView(props: TestResultProps): VNode {
  const isWaiting = props.result.status === 'PENDING';
  const live = isWaiting && polling(props.path, 'result', 1);
  return (
    // The region itself stays when the section is replaced: a new one says nothing about what it has from the start.
    <div aria-live="polite">
      <section id="result" {...live}>
        {isWaiting ? <Waiting {...props} /> : <Ended {...props} />}
      </section>
    </div>
  );
}

function Waiting({ path }: TestResultProps): VNode {
  const w = words[useLocale()];
  return (
    <div class="panel-box">
      <p>
        <Status tone="busy" sign="…">
          {w.testWaiting}
        </Status>
      </p>
      <p class="quiet">{w.testWaitingText}</p>
      <LinkButton href={path}>{w.refresh}</LinkButton>
    </div>
  );
}

function Ended({ result, eventId }: TestResultProps): VNode {
  const format = useFormat();
  const w = words[format.locale];
  return (
    <>
      <p class="actions">
        <Ending result={result} />
        <span class="break">{explain(result, format)}</span>
      </p>
      <Figures
        of={{
          [w.responseStatus]: result.responseStatus ?? '–',
          [w.duration]: result.durationMs === null ? '–' : format.duration(result.durationMs),
          [w.sentAt]: <Time at={result.sentAt} />,
          [w.nextRetry]: result.nextRetryAt ? <Time at={result.nextRetryAt} /> : undefined,
        }}
      />
      <div class="side-by-side">
        <Body title={w.sentBody} text={indented(result.body)} />
        <Body
          title={w.received}
          text={result.responseBody || (result.responseStatus === null ? w.noResponse : w.noBody)}
        />
      </div>
      <p>
        <LinkButton href={`/panel/deliveries?q=${eventId}&open=${result.deliveryId}`}>
          {w.deliveryLink}
        </LinkButton>
      </p>
    </>
  );
}

function Ending({ result: { status } }: Pick<TestResultProps, 'result'>): VNode {
  const w = words[useLocale()];
  if (status === 'SUCCESS') return <Status tone="good">{w.testAccepted}</Status>;
  if (status === 'RETRYING') return <Status tone="busy">{w.testRetrying}</Status>;
  return <Status tone="bad">{w.testFailed}</Status>;
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
