import type { Lookup, Querier } from '../querier.ts';

/** More than clients commonly have connections. It bounds what one statement reads before its requests get their responses. */
export const MAX_GROUP = 50;

type AnyLookup = Lookup<Row>;
/** The document is null if the row is too large to be read with others. */
type Row = { readonly id: number; readonly document?: string | null };
/** Runs a statement as soon as the tenant has a connection for it. */
type Admit = (tenantId: number, task: () => Promise<void>) => Promise<void>;

interface Waiter {
  readonly id: number;
  readonly resolve: (row: Row | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Finds the rows of requests that come at the same time by one statement: those that the process has read from its sockets in one go,
 * and those that come while the tenant waits for a connection. A statement starts after each of its requests has arrived, so
 * none sees less than by a statement of its own. Why: docs/decisions/grouped-lookups.md.
 */
export class DataLoader {
  readonly #db: Querier;
  readonly #admit: Admit;
  /** The groups that haven't started, by tenant and look-up. */
  readonly #groups = new Map<string, Waiter[]>();

  constructor(db: Querier, admit: Admit) {
    this.#db = db;
    this.#admit = admit;
  }

  find<R extends Row>(lookup: Lookup<R>, tenantId: number, id: number): Promise<R | undefined> {
    return new Promise((resolve, reject) => {
      const key = `${tenantId} ${lookup.name}`;
      const group = this.#groups.get(key) ?? this.#open(key, lookup, tenantId);
      group.push({ id, resolve: resolve as Waiter['resolve'], reject });
      if (group.length === MAX_GROUP) this.#groups.delete(key);
    });
  }

  #open(key: string, lookup: AnyLookup, tenantId: number): Waiter[] {
    const group: Waiter[] = [];
    this.#groups.set(key, group);
    // After the requests that are still in the sockets.
    setImmediate(() => {
      const started = this.#admit(tenantId, () => {
        this.#close(key, group);
        return this.#read(lookup, tenantId, group);
      });
      started.catch((error: unknown) => {
        this.#close(key, group);
        for (const { reject } of group) reject(error);
      });
    });
    return group;
  }

  #close(key: string, group: readonly Waiter[]): void {
    if (this.#groups.get(key) === group) this.#groups.delete(key);
  }

  async #read(lookup: AnyLookup, tenantId: number, group: readonly Waiter[]): Promise<void> {
    const [{ id, resolve }] = group as [Waiter];
    if (group.length === 1) return resolve(await lookup(this.#db, tenantId, id));
    const rows = await lookup.several(
      this.#db,
      tenantId,
      group.map((waiter) => waiter.id),
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    const large = group.filter((waiter) => byId.get(waiter.id)?.document === null);
    for (const waiter of group) if (!large.includes(waiter)) waiter.resolve(byId.get(waiter.id));
    // One after the other, so that the first ones can be sent and forgotten.
    for (const waiter of large) waiter.resolve(await lookup(this.#db, tenantId, waiter.id));
  }
}
