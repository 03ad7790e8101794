import { ConfigurationError } from '../../errors/tradepost-error.ts';

// The names in use, of each database or client.
const used = new WeakMap<object, Set<string>>();

/** The `open` of a store that keeps its cursor in `place` under `name`. Throws if there is no name. */
export function openOnce(place: object, kind: string, name: string): () => () => void {
  if (typeof name !== 'string' || name === '')
    throw new ConfigurationError(
      `The ${kind} of the cursor is missing. Each program that follows the feed needs its own.`,
    );
  return () => {
    const names = used.get(place) ?? new Set();
    used.set(place, names);
    if (names.has(name))
      throw new ConfigurationError(
        `Another loop of this process uses the cursor '${name}', and each would skip events. Give each its own ${kind}.`,
      );
    names.add(name);
    return () => void names.delete(name);
  };
}

/** Throws if what a store was given has no such methods, such as an address, or a variable that isn't set yet. */
export function checkMethods<T extends object>(given: T, methods: readonly (keyof T)[], advice: string): T {
  if (given && methods.every((name) => typeof given[name] === 'function')) return given;
  throw new ConfigurationError(
    `The cursor store got something without ${methods.join('() or ')}(). ${advice}`,
  );
}

/** A cursor as a client returned it. An empty one would start at the beginning, and handle the events of three months again. */
export function checkCursor(cursor: unknown, kind: string, name: string): string | undefined {
  if (cursor === undefined || cursor === null) return undefined;
  // Clients can be told to return bytes.
  const text = ArrayBuffer.isView(cursor) ? new TextDecoder().decode(cursor) : cursor;
  if (typeof text === 'string' && text.trim() !== '') return text.trim();
  throw new ConfigurationError(
    `The ${kind} ${name} is empty, or not a cursor. Delete it to start at the beginning of the feed.`,
  );
}
