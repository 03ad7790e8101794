import { cursorOf, invalidCursor, readCursor } from './pages.ts';
import type { Clock, Fields } from './table.ts';

const LIST = 'listEvents';
const TENANT_ID = 42;

/** The events of what was written, in their order. */
export class Feed {
  readonly #events: Fields[] = [];
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  emit(event_type: string, data: Fields): void {
    const event = { event_type, event_id: crypto.randomUUID(), tenant_id: TENANT_ID };
    this.#events.push(structuredClone({ ...event, occurred_at: this.#clock.next(), data }));
  }

  page({
    limit = 50,
    cursor,
    event_type,
  }: {
    limit?: number;
    cursor?: string;
    event_type?: string | string[];
  }): object {
    const kinds = event_type === undefined ? undefined : [event_type].flat();
    const from = cursor === undefined ? 0 : positionOf(cursor);
    const found = [...this.#events.entries()].filter(
      ([position, event]) => position >= from && (!kinds || kinds.includes(event.event_type as string)),
    );
    const data = found.slice(0, limit);
    const has_more = found.length > limit;
    const next = has_more ? data.at(-1)![0] + 1 : this.#events.length;
    return { data: data.map(([, event]) => event), page: { next_cursor: cursorOf([LIST, next]), has_more } };
  }
}

function positionOf(cursor: string): number {
  const [list, position] = readCursor(cursor);
  if (list !== LIST || typeof position !== 'number') throw invalidCursor('is not valid for this list');
  return position;
}
