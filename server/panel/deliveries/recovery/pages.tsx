import type { VNode } from 'preact';
import type { EndpointDetails } from '../../../webhooks/endpoints/find-endpoints.ts';
import type { Recoverable, Recovery } from '../../../webhooks/queue/recovery.ts';
import { Field, TextField } from '../../elements/field.tsx';
import { Heading } from '../../elements/heading.tsx';
import { Notice } from '../../elements/notice.tsx';
import { Status } from '../../elements/status.tsx';
import type { Format } from '../../language/format.ts';
import { LIST_PATH } from '../list/list-query.ts';
import type { RecoveryWords } from './words.ts';

export const RECOVER_PATH = `${LIST_PATH}/recover`;

export interface RecoverForm {
  readonly endpoint: string;
  /** As in the fields: 2026-11-21T14:02. */
  readonly from: string;
  readonly until: string;
}

interface RecoverPageProps {
  readonly words: RecoveryWords;
  readonly format: Format;
  readonly endpoints: readonly EndpointDetails[];
  readonly form: RecoverForm;
  readonly errors: { readonly endpoint?: string; readonly range?: string; readonly refused?: string };
  /** Undefined before anything was counted. */
  readonly count: Recoverable | undefined;
  readonly recent: readonly Recovery[];
}

export const RecoverPage = (props: RecoverPageProps): VNode => (
  <>
    <Heading title={props.words.title} intro={props.words.intro} />
    {props.errors.refused === undefined ? null : <Notice kind="error">{props.errors.refused}</Notice>}
    {props.endpoints.length === 0 ? <p>{props.words.noEndpoint}</p> : <RangeForm {...props} />}
    {props.count === undefined ? null : <Counted {...props} count={props.count} />}
    <Recent {...props} />
  </>
);

const RangeForm = ({ words, format, endpoints, form, errors }: RecoverPageProps): VNode => (
  <form method="get" action={RECOVER_PATH} class="form">
    <Field name="endpoint" label={words.endpoint} error={errors.endpoint}>
      {(given) => (
        <select {...given}>
          {endpoints.map(({ id, url, description }) => (
            <option key={id} value={id} selected={String(id) === form.endpoint}>
              {description || url}
            </option>
          ))}
        </select>
      )}
    </Field>
    <TextField
      name="from"
      label={words.from}
      type="datetime-local"
      value={form.from}
      hint={words.zone(format.timeZone)}
      error={errors.range}
    />
    <TextField name="until" label={words.until} type="datetime-local" value={form.until} />
    <button type="submit" class="button">
      {words.count}
    </button>
  </form>
);

function Counted({ words, format, form, count }: RecoverPageProps & { count: Recoverable }): VNode {
  const { failed, missed } = count;
  if (failed + missed === 0) return <Notice kind="warning">{words.nothing}</Notice>;
  return (
    <form method="post" action={RECOVER_PATH} class="panel-box counted">
      <p>{words.counted(format.number(failed), format.number(missed))}</p>
      {Object.entries(form).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" class="button primary">
        {words.start(format.number(failed + missed))}
      </button>
    </form>
  );
}

function Recent({ words, format, recent, form }: RecoverPageProps): VNode | null {
  if (recent.length === 0) return null;
  return (
    <>
      <h2>{words.recent}</h2>
      <ul class="recoveries">
        {recent.map((recovery) => (
          <li key={recovery.id}>
            <a href={recoveryPath(form.endpoint, recovery.id)}>{format.fullTime(recovery.createdAt)}</a>{' '}
            <RecoveryStatus recovery={recovery} words={words} />{' '}
            <span class="second">{progressText(recovery, words, format)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

export const recoveryPath = (endpoint: string | number, id: number): string =>
  `${LIST_PATH}/recoveries/${endpoint}/${id}`;

const progressText = ({ resent, missed, total }: Recovery, words: RecoveryWords, format: Format): string =>
  words.progress(format.number(resent + missed), format.number(total));

function RecoveryStatus({
  recovery: { status },
  words,
}: {
  recovery: Recovery;
  words: RecoveryWords;
}): VNode {
  const tone = { running: 'busy', done: 'good', stopped: 'quiet' } as const;
  return <Status tone={tone[status]}>{words[status]}</Status>;
}

interface ProgressPageProps {
  readonly words: RecoveryWords;
  readonly format: Format;
  readonly endpoint: EndpointDetails;
  readonly recovery: Recovery;
}

/** While it's running, the script reads it again every 2 s; without the script the page reloads itself. */
export function ProgressPage({ words, format, endpoint, recovery }: ProgressPageProps): VNode {
  const path = recoveryPath(endpoint.id, recovery.id);
  const polling =
    recovery.status === 'running'
      ? { 'hx-get': path, 'hx-trigger': 'every 2s', 'hx-select': '#recovery', 'hx-swap': 'outerHTML' }
      : {};
  const { total, resent, missed } = recovery;
  return (
    <section id="recovery" {...polling}>
      <Heading title={words.progressTitle} intro={endpoint.description || endpoint.url} />
      <p>
        <RecoveryStatus recovery={recovery} words={words} />
        <span class="second">{`${format.fullTime(recovery.from)} – ${format.fullTime(recovery.until)}`}</span>
      </p>
      <p>
        <progress max={Math.max(total, 1)} value={resent + missed} aria-label={words.progressTitle} />{' '}
        {progressText(recovery, words, format)}
      </p>
      <div class="actions">
        {recovery.status === 'running' ? (
          <form method="post" action={`${path}/stop`}>
            <button type="submit" class="button danger">
              {words.stop}
            </button>
          </form>
        ) : null}
        <a class="button" href={`${LIST_PATH}?endpoint=${endpoint.id}`}>
          {words.see}
        </a>
      </div>
      {recovery.status === 'running' ? <p class="hint">{words.stopNote}</p> : null}
    </section>
  );
}
