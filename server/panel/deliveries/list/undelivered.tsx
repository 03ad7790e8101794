import type { VNode } from 'preact';
import type { SearchedEvents } from '../../../webhooks/log/undelivered.ts';
import type { Reason, Undelivered } from '../../../webhooks/log/why-undelivered.ts';
import { Time } from '../../kit/elements/time.tsx';
import type { Format } from '../../kit/language/format.ts';
import { toLocalTime } from '../local-time.ts';
import { RECOVER_PATH } from '../recovery/recovery-path.ts';
import { words } from './undelivered-words.ts';

interface UndeliveredEventsProps {
  readonly searched: SearchedEvents;
  readonly format: Format;
}

/** Events that a search found and that some endpoint didn't get: why, and what to do about it. */
export function UndeliveredEvents({
  searched: { undelivered },
  format,
}: UndeliveredEventsProps): VNode | null {
  if (undelivered.length === 0) return null;
  return (
    <section class="panel-box undelivered">
      <h2>{words[format.locale].title}</h2>
      <ul>
        {undelivered.map((each) => (
          <li key={each.event.id}>
            <span class="mono">{each.event.kind}</span> <Time at={each.event.occurredAt} format={format} />
            <Reasons undelivered={each} format={format} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ReasonsProps {
  readonly undelivered: Undelivered;
  readonly format: Format;
}

function Reasons({ undelivered: { event, reasons }, format }: ReasonsProps): VNode {
  const w = words[format.locale];
  if (reasons.length === 0)
    return (
      <p>
        {w.unsubscribed} <a href="/panel/webhooks">{w.subscribe}</a>
      </p>
    );
  return (
    <>
      {reasons.map((reason) => (
        <p key={reason.endpoint.id}>
          {w[reason.why](reason.endpoint.name)}{' '}
          <a href={whatToDo(reason, event.occurredAt, format.timeZone)}>{actionOf(reason, w)}</a>
        </p>
      ))}
    </>
  );
}

const actionOf = ({ why }: Reason, w: (typeof words)['pt']): string => {
  if (why === 'deleted') return w.subscribe;
  return why === 'off' ? w.switchOn : w.recover;
};

const MINUTE_MS = 60_000;

/** An endpoint that is off has to be switched on first, on its page. Otherwise the minute of the event is recovered. */
function whatToDo({ why, endpoint: { id } }: Reason, occurredAt: string, timeZone: string): string {
  if (why === 'deleted') return '/panel/webhooks';
  if (why === 'off') return `/panel/webhooks/${id}`;
  const end = new Date(Date.parse(occurredAt) + MINUTE_MS).toISOString();
  const range = {
    endpoint: String(id),
    from: toLocalTime(occurredAt, timeZone),
    until: toLocalTime(end, timeZone),
  };
  return `${RECOVER_PATH}?${new URLSearchParams(range)}`;
}
