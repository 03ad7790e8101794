import { findSessionOwner } from '../../../tenants/panel-user.ts';
import { missingFor } from '../../access.ts';
import { events, type PanelDeps, type PanelRequest, type PanelRoute } from '../../route.ts';
import { absoluteLimitPassed } from '../../session/limits.ts';
import { DeliveryWatcher } from './delivery-watcher.ts';

/** How long a session that has ended may still be told of changes, and how often proxies see that the stream lives. */
const HEARTBEAT_MS = 15_000;
/** Then the browser connects again, perhaps to another process. */
const MAX_LIFE_MS = 10 * 60_000;
const RECONNECT_MS = 3_000;

export const routes: readonly PanelRoute[] = [
  {
    method: 'get',
    path: '/deliveries/live',
    access: 'webhooks',
    handle: async (request) =>
      request.query.has('seen')
        ? events(liveEvents(request))
        : { kind: 'text', status: 400, text: 'This address is for the page of deliveries.\n' },
  },
];

const watchers = new WeakMap<PanelDeps, DeliveryWatcher>();

/** One for each panel of the process. */
function watcherOf(deps: PanelDeps): DeliveryWatcher {
  const { db, wait, nowMs, log } = deps;
  const onError = (error: unknown): void => log.warn({ err: error }, 'deliveries could not be watched');
  const watcher = watchers.get(deps) ?? new DeliveryWatcher({ db, wait, nowMs, onError });
  watchers.set(deps, watcher);
  return watcher;
}

/** `changed` whenever the list should be read again, `full` when too many pages are open, `ended` with the session. */
async function* liveEvents(request: PanelRequest): AsyncGenerator<string> {
  const { deps, tenant, user, signal } = request;
  const stream = watcherOf(deps).open(tenant.id, user.id);
  if (stream === undefined) return yield 'event: full\ndata:';
  const over = Promise.race([aborted(signal), aborted(deps.stopping)]);
  const endMs = deps.nowMs() + MAX_LIFE_MS;
  try {
    yield `retry: ${RECONNECT_MS}`;
    for (let seen = request.query.text('seen'); deps.nowMs() < endMs; ) {
      const now = await stream.next(seen, HEARTBEAT_MS, over);
      if (signal.aborted || deps.stopping.aborted) return;
      if (!(await isStillAllowed(request))) return yield 'event: ended\ndata:';
      yield now === undefined ? ': nothing new' : `event: changed\ndata: ${now}`;
      seen = now ?? seen;
    }
  } finally {
    stream.close();
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** As for a new request: not logged out or disabled since, and not without the permission or the plan. */
async function isStillAllowed(request: PanelRequest): Promise<boolean> {
  const { deps, session } = request;
  if (!(await session.isOpen()) || !session.login) return false;
  if (absoluteLimitPassed(session.login, deps.nowMs())) return false;
  const owner = await findSessionOwner(deps.db, session.login);
  return owner !== undefined && missingFor({ ...request, ...owner }, 'webhooks') === undefined;
}
