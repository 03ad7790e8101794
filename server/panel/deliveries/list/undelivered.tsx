import type { Reason } from '../../../webhooks/log/why-undelivered.ts';
import { eventName, Time } from '../../kit/index.ts';
import { toLocalTime } from '../../kit/language/time-zone.ts';
import { RECOVER_PATH } from './list-query.ts';
import type { ListView } from './list-view.tsx';
import type { ListWords } from './words.ts';

/** Events that a search found and that some endpoint didn't get: why, and what to do about it. */
export function UndeliveredEvents({ searched, words, format }: ListView) {
  const undelivered = searched?.undelivered ?? [];
  if (undelivered.length === 0) return null;
  return (
    <section class="panel-box undelivered">
      <h2>{words.undeliveredTitle}</h2>
      <ul>
        {undelivered.map(({ event, reasons }) => (
          <li key={event.id}>
            {eventName(event.kind, format.locale)} <code>{event.kind}</code> <Time at={event.occurredAt} />
            {reasons.length > 0 ? null : (
              <p>
                {words.unsubscribed} <a href="/panel/webhooks">{words.subscribe}</a>
              </p>
            )}
            {reasons.map((reason) => (
              <p key={reason.endpoint.id}>
                {words[reason.why](reason.endpoint.name)}{' '}
                <a href={whatToDo(reason, event.occurredAt, format.timeZone)}>{actionOf(reason, words)}</a>
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

const actionOf = ({ why }: Reason, w: ListWords): string => {
  if (why === 'deleted') return w.subscribe;
  return why === 'off' ? w.switchOnAndRecover : w.recoverEvent;
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
