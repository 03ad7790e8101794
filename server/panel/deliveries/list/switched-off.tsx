import type { VNode } from 'preact';
import type { ListView } from './list-view.tsx';

/** More are named by their number. */
const MAX_NAMED = 3;

/**
 * Events of an endpoint that is off have no delivery, so the list alone looks as if nothing had happened. Not a Notice: the page
 * replaces itself, and a screen reader would announce it each time.
 */
export function SwitchedOff({ words, query, endpoints }: ListView): VNode | null {
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
