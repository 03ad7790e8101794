import type { EventKey } from './event-store.ts';

/** In place of a token, of which none is this. */
export const DONE = 'done';

/** Who holds an event, or that it is done, and until when that counts, in milliseconds. */
export interface Entry {
  token: string;
  until: number;
}

type ByTenant = Map<number, Map<string, Entry>>;

/**
 * The entries of last, at least `size` of them and up to twice as many. When the young generation is full, it becomes the
 * old one, and what was old is forgotten. To delete the oldest one by one is no way: a Map keeps the holes in front, and
 * walks over all of them each time.
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

  /** What is held now is not forgotten: its handler is at work. */
  #rotate(now: number): void {
    const held = [...leasedIn(this.#old, now)];
    if (held.length >= this.#size) throw new Error(`Over ${this.#size} events are being handled at once.`);
    this.#old = this.#young;
    this.#young = new Map();
    this.#count = 0;
    for (const [key, entry] of held) this.#put(key, entry);
  }
}

function* leasedIn(generation: ByTenant, now: number): Generator<[EventKey, Entry]> {
  for (const [tenantId, entries] of generation) {
    for (const [eventId, entry] of entries) {
      if (entry.token !== DONE && entry.until > now) yield [{ tenantId, eventId }, entry];
    }
  }
}
