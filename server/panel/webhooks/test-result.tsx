import type { TestResult } from '../../webhooks/endpoints/test-event.ts';
import { explain } from '../../webhooks/send/meaning/meaning.ts';
import {
  CopyBlock,
  Figures,
  LinkButton,
  polling,
  Status,
  Time,
  useFormat,
  useLocale,
  visibleText,
} from '../kit/index.ts';
import { indentJson, Json } from './received/json.tsx';
import { Received } from './received/received.tsx';
import { words as received } from './received/words.ts';
import { words } from './words.ts';

interface TestResultProps {
  readonly result: TestResult;
  /** This page, from which the section updates itself while it waits. */
  readonly path: string;
  readonly eventId: string;
}

export function TestResultView(props: TestResultProps) {
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

function Waiting({ path }: TestResultProps) {
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

function Ended({ result, eventId }: TestResultProps) {
  const format = useFormat();
  const w = words[format.locale];
  const sent = visibleText(indentJson(result.body) ?? result.body);
  return (
    <>
      <p class="actions">
        <Ending result={result} />
        <span class="break">{explain(result, format.locale)}</span>
      </p>
      <Figures
        of={{
          [w.responseStatus]: result.responseStatus ?? '–',
          [w.duration]: result.durationMs === null ? '–' : format.duration(result.durationMs),
          [w.time]: <Time at={result.sentAt} />,
          [w.nextRetry]: result.nextRetryAt ? <Time at={result.nextRetryAt} /> : undefined,
        }}
      />
      <div class="side-by-side">
        <section>
          <h2>{received[format.locale].title}</h2>
          <Received response={result} id={result.deliveryId} />
        </section>
        <section>
          <CopyBlock title={w.sentBody} text={sent}>
            <Json text={sent} />
          </CopyBlock>
        </section>
      </div>
      <p>
        <LinkButton href={`/panel/deliveries?q=${eventId}&open=${result.deliveryId}`}>
          {w.deliveryLink}
        </LinkButton>
      </p>
    </>
  );
}

function Ending({ result: { status } }: Pick<TestResultProps, 'result'>) {
  const w = words[useLocale()];
  if (status === 'SUCCESS') return <Status tone="good">{w.testAccepted}</Status>;
  if (status === 'RETRYING') return <Status tone="busy">{w.testRetrying}</Status>;
  return <Status tone="bad">{w.testFailed}</Status>;
}
