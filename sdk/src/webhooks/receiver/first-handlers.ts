import type { EventStore } from '../stores/event-store.ts';

type Handlers = ReadonlyMap<string, unknown>;
type Registry = WeakMap<object, Record<string, Handlers>>;

// For all copies of this package in a process: bundlers may give each route its own, and ESM and CommonJS have one each.
const REGISTRY: unique symbol = Symbol.for('tradepost.consumers');

/**
 * The handlers of the first receiver of each consumer. A second one with others would count events as done that it hasn't
 * handled. Handlers are set one by one, so its own have to be among those of the first.
 */
export function firstHandlersOf(store: EventStore): Record<string, Handlers> {
  const { place = store } = store;
  const shared = globalThis as { [REGISTRY]?: Registry };
  shared[REGISTRY] ??= new WeakMap();
  const registry = shared[REGISTRY];
  const first = registry.get(place) ?? {};
  registry.set(place, first);
  return first;
}
