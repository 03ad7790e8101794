import type { EventKey } from './event-store.ts';

/** The token of an event that is done. No claim's token is this. */
export const DONE = 'done';

/** The token that holds an event, or DONE, and until when, in milliseconds. */
export interface Entry {
  token: string;
  until: number;
}

type ByTenant = Map<number, Map<string, Entry>>;

/**
 * Keeps at least the last `size` entries, and up to twice as many. When the young generation is full, it becomes the old
 * one, and the previous old one is dropped. Deleting the oldest entries one by one is slow: a Map keeps the holes at its
 * start and walks over all of them each time.
 */
export class TwoGenerationMap {
  readonly #size: number;
  #young: ByTenant = new Map();
  #old: ByTenant = new Map();
  #count = 0;

  constructor(size: number) {
    this.#size = size;
  }

  get({ tenantId, eventId }: EventKey): Entry | undefined {
    return this.#young.get(tenantId)?.get(eventId) ?? this.#old.get(tenantId)?.get(eventId);
  }

  add(key: EventKey, entry: Entry, now: number): void {
    if (this.#count >= this.#size) this.#rotate(now);
    this.#put(key, entry);
  }

  #put({ tenantId, eventId }: EventKey, entry: Entry): void {
    const entries = this.#young.get(tenantId) ?? new Map<string, Entry>();
    if (entries.size === 0) this.#young.set(tenantId, entries);
    entries.set(eventId, entry);
    this.#count += 1;
  }

  /** Keeps entries whose lease is running: their handlers are at work. */
  #rotate(now: number): void {
    const leased = [...leasedIn(this.#old, now)];
    if (leased.length >= this.#size) throw new Error(`Over ${this.#size} events are being handled at once.`);
    this.#old = this.#young;
    this.#young = new Map();
    this.#count = 0;
    for (const [key, entry] of leased) this.#put(key, entry);
  }
}

function* leasedIn(generation: ByTenant, now: number): Generator<[EventKey, Entry]> {
  for (const [tenantId, entries] of generation) {
    for (const [eventId, entry] of entries) {
      if (entry.token !== DONE && entry.until > now) yield [{ tenantId, eventId }, entry];
    }
  }
}
