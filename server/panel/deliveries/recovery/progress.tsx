import type { VNode } from 'preact';
import type { EndpointDetails } from '../../../webhooks/endpoints/find-endpoints.ts';
import type { Recovery } from '../../../webhooks/recovery/recovery.ts';
import { Heading } from '../../kit/elements/heading.tsx';
import { Status } from '../../kit/elements/status.tsx';
import type { Format } from '../../kit/language/format.ts';
import { LIST_PATH } from '../list/list-query.ts';
import { recoveryPath } from './recovery-path.ts';
import { words } from './words.ts';

/** 3 of 12 put into the queue: 1 again, 2 for the first time. */
export function progressText(recovery: Recovery, format: Format): string {
  const { resent, missed } = recovery;
  const split = words[format.locale].split(format.number(resent), format.number(missed));
  return resent + missed === 0 ? doneText(recovery, format) : `${doneText(recovery, format)}: ${split}`;
}

/** Without a total: 3 put into the queue so far. */
function doneText({ status, resent, missed, total }: Recovery, format: Format): string {
  const w = words[format.locale];
  const done = format.number(resent + missed);
  // What failed after the count is sent as well, so there may be more than were counted.
  if (total !== null) return w.progress(done, format.number(Math.max(total, resent + missed)));
  return status === 'running' ? w.soFar(done) : w.queued(done);
}

export function RecoveryStatus({
  recovery: { status },
  format,
}: Pick<ProgressPageProps, 'recovery' | 'format'>) {
  const tone = { running: 'busy', done: 'good', stopped: 'quiet' } as const;
  return <Status tone={tone[status]}>{words[format.locale][status]}</Status>;
}

interface ProgressPageProps {
  readonly format: Format;
  readonly endpoint: EndpointDetails;
  readonly recovery: Recovery;
}

/** While it's running, the script reads it again every 2 s; without the script the page reloads itself. */
export function ProgressPage(props: ProgressPageProps): VNode {
  const { format, endpoint, recovery } = props;
  const w = words[format.locale];
  const path = recoveryPath(endpoint.id, recovery.id);
  const polling =
    recovery.status === 'running'
      ? { 'hx-get': path, 'hx-trigger': 'every 2s', 'hx-select': '#recovery', 'hx-swap': 'outerHTML' }
      : {};
  return (
    <section id="recovery" {...polling}>
      <Heading title={w.progressTitle} intro={endpoint.description || endpoint.url} />
      <p>
        <RecoveryStatus {...props} />
        <span class="second">{`${format.fullTime(recovery.from)} – ${format.fullTime(recovery.until)}`}</span>
      </p>
      <Progress {...props} />
      <div class="actions">
        {recovery.status === 'running' ? (
          <form method="post" action={`${path}/stop`}>
            <button type="submit" class="button danger">
              {w.stop}
            </button>
          </form>
        ) : null}
        <a class="button" href={`${LIST_PATH}?endpoint=${endpoint.id}`}>
          {w.see}
        </a>
      </div>
      <p class="hint">{recovery.status === 'running' ? w.stopNote : w.doneNote}</p>
    </section>
  );
}

/** A bar without a value moves: nobody knows how much is left. How far it has come in time is known. */
function Progress({ recovery, format }: ProgressPageProps): VNode {
  const w = words[format.locale];
  const { status, total, resent, missed, reachedAt } = recovery;
  const isUnknown = total === null && status === 'running';
  const most = Math.max(total ?? 0, resent + missed, 1);
  return (
    <>
      <p>
        {isUnknown ? (
          <progress aria-label={w.progressTitle} />
        ) : (
          <progress max={most} value={resent + missed} aria-label={w.progressTitle} />
        )}{' '}
        {progressText(recovery, format)}
      </p>
      {isUnknown && reachedAt !== null ? <p class="second">{w.reached(format.fullTime(reachedAt))}</p> : null}
    </>
  );
}
