import type { VNode } from 'preact';
import type { Recovery } from '../../webhooks/recovery/recovery.ts';
import { Status, type Tone } from '../kit/elements/status.tsx';
import { Time } from '../kit/elements/time.tsx';
import type { Format } from '../kit/language/format.ts';
import type { PanelRequest } from '../request/route.ts';
import { words } from './recovery-words.ts';

/** A recovery advances by 500 deliveries a second. */
export const REFRESH_SECONDS = 2;
/** Older ones are history. */
const MAX_SHOWN = 3;

export const isRunning = ({ status }: Recovery): boolean => status === 'running';

interface RecoveriesProps {
  readonly request: PanelRequest;
  /** The endpoint's page. */
  readonly path: string;
  /** Newest first. */
  readonly recoveries: readonly Recovery[];
}

/** The last recoveries. While one is running, the section keeps itself up to date. */
export function Recoveries({ request, path, recoveries }: RecoveriesProps): VNode | null {
  const w = words[request.locale];
  if (recoveries.length === 0) return null;
  const live = recoveries.some(isRunning)
    ? {
        'hx-get': path,
        'hx-trigger': `every ${REFRESH_SECONDS}s`,
        'hx-select': '#recoveries',
        'hx-swap': 'outerHTML',
      }
    : {};
  return (
    <section id="recoveries" {...live}>
      <h2>{w.recoveries}</h2>
      {recoveries.slice(0, MAX_SHOWN).map((recovery) => (
        <Row key={recovery.id} {...{ request, path, recovery }} />
      ))}
    </section>
  );
}

const TONES: Readonly<Record<Recovery['status'], Tone>> = { running: 'busy', done: 'good', stopped: 'quiet' };

interface RowProps {
  readonly request: PanelRequest;
  readonly path: string;
  readonly recovery: Recovery;
}

function Row({ request: { locale, format }, path, recovery }: RowProps): VNode {
  const w = words[locale];
  return (
    <div class="recovery">
      <Status tone={TONES[recovery.status]}>{progressOf(recovery, format)}</Status>
      <span class="second">
        {w.recoveryRange} <Time at={recovery.from} format={format} /> {w.until}{' '}
        <Time at={recovery.until} format={format} />
      </span>
      {isRunning(recovery) ? (
        <form method="post" action={`${path}/recoveries/${recovery.id}/stop`}>
          <button type="submit" class="button">
            {w.stop}
          </button>
        </form>
      ) : null}
    </div>
  );
}

function progressOf({ status, total, resent, missed }: Recovery, format: Format): string {
  const w = words[format.locale];
  const done = format.number(resent + missed);
  if (status === 'done') return w.recoveryDone(done);
  if (total === null) return status === 'running' ? w.recoverySoFar(done) : w.recoveryStoppedAt(done);
  // What failed after the count is sent as well, so there may be more than were counted.
  const most = format.number(Math.max(total, resent + missed));
  return status === 'running' ? w.recoveryRunning(done, most) : w.recoveryStopped(done, most);
}
