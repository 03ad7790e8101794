import type { Recovery } from '../../webhooks/recovery/recovery.ts';
import { type Format, PostButton, polling, Status, type Tone, useFormat } from '../kit/index.ts';
import { words } from './words.ts';

/** A recovery advances by 500 deliveries a second. */
export const REFRESH_SECONDS = 2;
/** Older ones are history. */
const MAX_SHOWN = 3;

export const isRunning = ({ status }: Recovery): boolean => status === 'running';

export const TONES: Readonly<Record<Recovery['status'], Tone>> = {
  running: 'busy',
  done: 'good',
  stopped: 'quiet',
};

interface RecoveriesProps {
  /** The endpoint's page. */
  readonly path: string;
  /** Newest first. */
  readonly recoveries: readonly Recovery[];
}

/** The last recoveries. While one is running, the section keeps itself up to date. */
export function Recoveries({ path, recoveries }: RecoveriesProps) {
  const format = useFormat();
  const w = words[format.locale];
  if (recoveries.length === 0) return null;
  const live = recoveries.some(isRunning) && polling(path, 'recoveries', REFRESH_SECONDS);
  return (
    <section id="recoveries" {...live}>
      <h2>{w.recoveries}</h2>
      {recoveries.slice(0, MAX_SHOWN).map((recovery) => (
        <div key={recovery.id} class="recovery">
          <Status tone={TONES[recovery.status]}>{statusOf(recovery, format)}</Status>
          <span class="second">
            {`${w.recoveryRange} ${format.fullTime(recovery.from)} – ${format.fullTime(recovery.until)}`}
          </span>
          {isRunning(recovery) ? (
            <PostButton action={`${path}/recoveries/${recovery.id}/stop`}>{w.stop}</PostButton>
          ) : null}
        </div>
      ))}
    </section>
  );
}

function statusOf(recovery: Recovery, format: Format): string {
  const w = words[format.locale];
  const { status, resent, missed } = recovery;
  if (status === 'running') return progressOf(recovery, format);
  const progress =
    status === 'done' ? w.queued(format.number(resent + missed)) : progressOf(recovery, format);
  return `${w[status]}: ${progress}`;
}

/** 3 of 12 put into the queue. Without a total: 3 put into the queue so far. */
export function progressOf({ status, resent, missed, total }: Recovery, format: Format): string {
  const w = words[format.locale];
  const done = format.number(resent + missed);
  // What failed after the count is sent as well, so there may be more than were counted.
  if (total !== null) return w.progress(done, format.number(Math.max(total, resent + missed)));
  return status === 'running' ? w.soFar(done) : w.queued(done);
}
