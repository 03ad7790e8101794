import { disconnected, type OnClosed } from '../../base/counters/fair-semaphore.ts';
import type { EventCause } from '../event-cause.ts';
import type { Database } from '../pool/database.ts';
import type { GroupableWrite } from '../querier.ts';
import type { TimedPosition } from '../wal-position.ts';
import { isDatabaseError } from '../wire/errors.ts';

/** About as many connections as an integrator uses. Each write of a group waits for the locks of all. */
export const MAX_WRITES = 16;
/** In characters: 60 ordinary orders of 3 lines, or 250 lines. A larger write is a statement of its own. */
export const MAX_GROUP_SIZE = 50_000;

/** Runs a transaction as soon as the tenant has a connection for it. */
type Admit = (tenantId: number, task: () => Promise<void>) => Promise<void>;
type Attempts = Pick<Database, 'attempt'>;
type AnyWrite = GroupableWrite<unknown, object>;

/**
 * Writes what several requests of a tenant want to write by one statement with one commit: those that come while the tenant waits for
 * a connection. If nothing is written, each of them writes by itself. Why: docs/decisions/group-commit.md.
 */
export class GroupCommit {
  readonly #db: Attempts;
  readonly #admit: Admit;
  /** The groups that haven't started, by tenant and write. */
  readonly #groups = new Map<string, WriteGroup>();

  constructor(db: Attempts, admit: Admit) {
    this.#db = db;
    this.#admit = admit;
  }

  /** Resolves to the rows of the write, or to undefined if nothing was written and it has to be tried by itself. */
  async write<Value, Row extends object>(
    write: GroupableWrite<Value, Row>,
    tenantId: number,
    value: Value,
    writer: Writer,
  ): Promise<Row[] | undefined> {
    const size = write.size(value);
    if (size > MAX_GROUP_SIZE) return undefined;
    const key = `${tenantId} ${write.name}`;
    const open = this.#groups.get(key);
    const hasRoom = open && open.count < MAX_WRITES && open.size + size <= MAX_GROUP_SIZE;
    const group = hasRoom ? open : this.#open(key, write as AnyWrite, tenantId);
    return group.join(value, size, writer) as Promise<Row[] | undefined>;
  }

  #open(key: string, write: AnyWrite, tenantId: number): WriteGroup {
    const group = new WriteGroup();
    this.#groups.set(key, group);
    // Once its first member has joined.
    queueMicrotask(() => {
      const admitted = this.#admit(tenantId, () => writeAll(this.#db, write, this.#close(key, group)));
      admitted.catch((error: unknown) => {
        for (const { reject } of this.#close(key, group)) reject(error);
      });
    });
    return group;
  }

  #close(key: string, group: WriteGroup): readonly Member[] {
    if (this.#groups.get(key) === group) this.#groups.delete(key);
    return group.close();
  }
}

async function writeAll(db: Attempts, write: AnyWrite, all: readonly Member[]): Promise<void> {
  const members = all.filter(isFresh);
  // What the others have read is too old: they have to read again.
  for (const member of all) if (!members.includes(member)) member.resolve(undefined);
  if (members.length === 1) await writeOne(db, write, members[0]!);
  else if (members.length > 1) await writeSeveral(db, write, members);
}

const isFresh = ({ writer }: Member): boolean => writer.isFresh();

function writeOne(db: Attempts, write: AnyWrite, { value, writer, resolve, reject }: Member): Promise<void> {
  return db.attempt(({ final }) => write.one(final!, value), writer.cause).then(resolve, reject);
}

async function writeSeveral(db: Attempts, write: AnyWrite, members: readonly Member[]): Promise<void> {
  const values = members.map(({ value }) => value);
  try {
    const rows = await db.attempt(({ final }) => write.several(final!, values), causeOf(members));
    for (const [index, { resolve }] of members.entries()) resolve(rows[index] && [rows[index]]);
  } catch (error) {
    // An error of PostgreSQL's own means that the statement is undone. Otherwise it may have been committed.
    const isUndone = isDatabaseError(error);
    for (const { resolve, reject } of members) isUndone ? resolve(undefined) : reject(error);
  }
}

/** The request that a write is for. */
export interface Writer {
  readonly cause: EventCause | undefined;
  readonly onClosed: OnClosed;
  /** Whether what it has read is recent enough for it to write. */
  isFresh(): boolean;
}

interface Member {
  readonly value: unknown;
  readonly writer: Writer;
  /** With undefined if it has to write by itself. */
  readonly resolve: (rows: object[] | undefined) => void;
  readonly reject: (error: unknown) => void;
  stopWatching: () => void;
}

/** Writes that wait to be done together. */
class WriteGroup {
  readonly #members = new Set<Member>();
  #size = 0;

  get count(): number {
    return this.#members.size;
  }

  /** The sum of what has joined, whether or not it has left again. */
  get size(): number {
    return this.#size;
  }

  /** A client that leaves before the group is closed takes its write along. */
  join(value: unknown, size: number, writer: Writer): Promise<object[] | undefined> {
    this.#size += size;
    return new Promise((resolve, reject) => {
      const member: Member = { value, writer, resolve, reject, stopWatching: () => {} };
      this.#members.add(member);
      // Called back at once if the client has left already.
      member.stopWatching = writer.onClosed(() => {
        if (this.#members.delete(member)) reject(disconnected());
      });
    });
  }

  /** Nobody leaves anymore. */
  close(): readonly Member[] {
    const members = [...this.#members];
    this.#members.clear();
    for (const { stopWatching } of members) stopWatching();
    return members;
  }
}

/** What caused the group's transaction: it tells all members' requests of its commit. */
function causeOf(members: readonly Member[]): EventCause | undefined {
  const cause = members[0]?.writer.cause;
  if (!cause?.onCommit) return cause;
  const onCommit = (position: TimedPosition | undefined): void => {
    for (const { writer } of members) writer.cause?.onCommit?.(position);
  };
  return Object.assign({}, cause, { onCommit });
}
