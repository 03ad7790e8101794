import type { EndpointDetails } from '../../../webhooks/endpoints/find-endpoints.ts';
import type { Recovery } from '../../../webhooks/recovery/recovery.ts';
import {
  type Format,
  Heading,
  LinkButton,
  PostButton,
  polling,
  Status,
  useFormat,
  useLocale,
} from '../../kit/index.ts';
import { isRunning, progressOf, REFRESH_SECONDS, TONES } from '../../webhooks/recoveries.tsx';
import { words as statusWords } from '../../webhooks/words.ts';
import { LIST_PATH, recoveryPath } from '../list/list-query.ts';
import { words } from './words.ts';

/** 3 of 12 put into the queue: 1 again, 2 for the first time. */
export function progressText(recovery: Recovery, format: Format): string {
  const { resent, missed } = recovery;
  const split = words[format.locale].split(format.number(resent), format.number(missed));
  const progress = progressOf(recovery, format);
  return resent + missed === 0 ? progress : `${progress}: ${split}`;
}

export const RecoveryStatus = ({ status }: Pick<Recovery, 'status'>) => (
  <Status tone={TONES[status]}>{statusWords[useLocale()][status]}</Status>
);

interface ProgressProps {
  readonly endpoint: EndpointDetails;
  readonly recovery: Recovery;
}

/** While it's running, the script reads it again every 2 s; without the script the page reloads itself. */
export function ProgressPage({ endpoint, recovery }: ProgressProps) {
  const format = useFormat();
  const w = words[format.locale];
  const path = recoveryPath(endpoint.id, recovery.id);
  const live = isRunning(recovery) && polling(path, 'recovery', REFRESH_SECONDS);
  return (
    <section id="recovery" {...live}>
      <Heading title={w.progressTitle} intro={endpoint.description || endpoint.url} />
      <p>
        <RecoveryStatus status={recovery.status} />
        <span class="second">{`${format.fullTime(recovery.from)} – ${format.fullTime(recovery.until)}`}</span>
      </p>
      <Progress recovery={recovery} />
      <div class="actions">
        {isRunning(recovery) ? (
          <PostButton action={`${path}/stop`} look="danger">
            {w.stop}
          </PostButton>
        ) : null}
        <LinkButton href={`${LIST_PATH}?endpoint=${endpoint.id}`}>{w.seeDeliveries}</LinkButton>
      </div>
      <p class="hint">{isRunning(recovery) ? w.stopNote : w.doneNote}</p>
    </section>
  );
}

/** A bar without a value moves: nobody knows how much is left. How far it has come in time is known. */
function Progress({ recovery }: Pick<ProgressProps, 'recovery'>) {
  const format = useFormat();
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
