import type { ComponentChildren } from 'preact';
import { Figures } from '../../kit/index.ts';
import { shownCount } from './filters.tsx';
import type { ListView } from './list-view.tsx';

/** The last day in four figures. Test events count in none of them, nor in the chips below. */
export function Day(props: ListView) {
  const { words, format, counts, health } = props;
  return (
    <>
      <p class="second day">{words.lastDay}</p>
      <Figures
        of={{
          [words.delivered]: deliveredShare(props),
          [words.failed]: shownCount(counts.failedToday, format),
          [words.figureWaiting]: waitingText(props),
          [words.p95]: health.p95Ms === undefined ? words.none : format.duration(health.p95Ms),
        }}
      />
    </>
  );
}

/** What still waits for a retry wasn't delivered: without it, six failing deliveries beside one success looked like 100 %. */
function deliveredShare({ words, format, counts, health }: ListView): string {
  const tried = health.accepted + counts.failedToday + counts.undelivered;
  return tried === 0 ? words.none : format.percent(health.accepted / tried);
}

function waitingText({ words, counts, format }: ListView): ComponentChildren {
  const { retrying, held } = counts;
  if (held === 0) return shownCount(retrying, format);
  return (
    <>
      {shownCount(retrying, format)} <span class="second">{words.figureHeld(shownCount(held, format))}</span>
    </>
  );
}

/** More are named by their number. */
const MAX_NAMED = 3;

/**
 * Events of an endpoint that is off have no delivery, so the list alone looks as if nothing had happened. Not a Notice: the page
 * replaces itself, and a screen reader would announce it each time.
 */
export function SwitchedOff({ words, query, endpoints }: ListView) {
  const { endpointId } = query.filter;
  const off = endpoints.filter(
    ({ id, active }) => !active && (endpointId === undefined || id === endpointId),
  );
  if (off.length === 0) return null;
  const more = off.length - MAX_NAMED;
  return (
    <div class="notice warning">
      <span aria-hidden="true">!</span>
      <div>
        <p>
          <strong>{words.offSome(off.length)}</strong> {words.offText}
        </p>
        <p class="actions start">
          {off.slice(0, MAX_NAMED).map(({ id, name }) => (
            <a key={id} href={`/panel/webhooks/${id}`} hx-boost="false">
              {words.offOpen(name)}
            </a>
          ))}
          {more > 0 ? (
            <a href="/panel/webhooks" hx-boost="false">
              {words.offMore(more)}
            </a>
          ) : null}
        </p>
      </div>
    </div>
  );
}
