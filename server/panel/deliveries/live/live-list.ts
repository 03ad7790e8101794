import { events, type PanelDeps, type PanelRequest, type PanelResponse } from '../../request/route.ts';
import { DeliveryWatcher } from './delivery-watcher.ts';

/** Proxies close connections on which nothing is sent for a minute. */
const HEARTBEAT_MS = 15_000;
/** Then the browser connects again, perhaps to another process. */
const MAX_LIFE_MS = 10 * 60_000;
const RECONNECT_MS = 3_000;

/** The stream that an open list of deliveries follows. */
export const liveList = async (request: PanelRequest): Promise<PanelResponse> =>
  request.query.has('seen')
    ? events(liveEvents(request))
    : { kind: 'text', status: 400, text: 'This address is for the page of deliveries.\n' };

const watchers = new WeakMap<PanelDeps, DeliveryWatcher>();

/** One for each panel of the process. */
function watcherOf(deps: PanelDeps): DeliveryWatcher {
  const { db, wait, log } = deps;
  const onError = (error: unknown): void => log.warn({ err: error }, 'deliveries could not be watched');
  const watcher = watchers.get(deps) ?? new DeliveryWatcher({ db, wait, onError });
  watchers.set(deps, watcher);
  return watcher;
}

/** `changed` whenever the list should be read again, `full` when too many pages are open. */
async function* liveEvents(request: PanelRequest): AsyncGenerator<string> {
  const { deps, tenant, user, signal } = request;
  const stream = watcherOf(deps).open(tenant.id, user.id);
  if (stream === undefined) return yield 'event: full\ndata:';
  const ends = [signal, deps.stopping];
  for (const end of ends) end.addEventListener('abort', stream.wake);
  const endMs = deps.nowMs() + MAX_LIFE_MS;
  let seen = request.query.text('seen');
  let sentMs = deps.nowMs();
  try {
    yield `retry: ${RECONNECT_MS}`;
    while (deps.nowMs() < endMs && !ends.some(({ aborted }) => aborted)) {
      const now = stream.fingerprint() ?? seen;
      const isChanged = now !== seen;
      if (isChanged || deps.nowMs() - sentMs >= HEARTBEAT_MS) {
        sentMs = deps.nowMs();
        yield isChanged ? `event: changed\ndata: ${now}` : ': nothing new';
        seen = now;
      } else await stream.polled();
    }
  } finally {
    // The signal of the service would keep every stream that there ever was.
    for (const end of ends) end.removeEventListener('abort', stream.wake);
    stream.close();
  }
}
