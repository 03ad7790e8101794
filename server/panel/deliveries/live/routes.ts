import { events, type PanelDeps, type PanelRequest, type PanelRoute } from '../../request/route.ts';
import { DeliveryWatcher } from './delivery-watcher.ts';

/** Proxies close connections on which nothing is sent for a minute. */
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

/** `changed` whenever the list should be read again, `full` when too many pages are open. */
async function* liveEvents(request: PanelRequest): AsyncGenerator<string> {
  const { deps, tenant, user, signal } = request;
  const stream = watcherOf(deps).open(tenant.id, user.id);
  if (stream === undefined) return yield 'event: full\ndata:';
  const over = whenAborted(signal, deps.stopping);
  const endMs = deps.nowMs() + MAX_LIFE_MS;
  try {
    yield `retry: ${RECONNECT_MS}`;
    for (let seen = request.query.text('seen'); deps.nowMs() < endMs; ) {
      const now = await stream.next(seen, HEARTBEAT_MS, over.promise);
      if (signal.aborted || deps.stopping.aborted) return;
      yield now === undefined ? ': nothing new' : `event: changed\ndata: ${now}`;
      seen = now ?? seen;
    }
  } finally {
    over.forget();
    stream.close();
  }
}

/** Forgotten at the end, since the signal of the service would keep every stream that there ever was. */
function whenAborted(...signals: readonly AbortSignal[]): { promise: Promise<void>; forget: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  for (const signal of signals) {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', resolve, { once: true });
  }
  const forget = (): void => {
    for (const signal of signals) signal.removeEventListener('abort', resolve);
  };
  return { promise, forget };
}
