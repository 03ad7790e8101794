import type { EventCause } from './event-cause.ts';

export interface Statement {
  readonly name: string;
  readonly text: string;
  /** False when PostgreSQL plans it for the values of each execution: the name is then for the log only. */
  readonly prepared?: boolean;
  /** Whether it finds rows by their key, and may share a connection with others: see pool/look-ups.ts. */
  readonly isLookUp?: boolean;
  /** Columns of text that come as byte strings; see byte-string.ts. */
  readonly byteColumns?: readonly string[];
}

const registry = new Map<string, Statement>();
/** PostgreSQL cuts off longer names, and would then take two statements for one. */
const MAX_NAME_LENGTH = 63;

/** Every statement that has a name, by its name. */
export const statements: ReadonlyMap<string, Statement> = registry;

/** Takes a name once: PostgreSQL would run the first text under both. */
export function register<S extends Statement>(statement: S): S {
  const { name } = statement;
  if (registry.has(name)) throw new Error(`There are two statements named ${name}.`);
  if (name.length > MAX_NAME_LENGTH) throw new Error(`The name of a statement is too long: ${name}.`);
  registry.set(name, statement);
  return statement;
}

/** What a store takes: a transaction, or the pool for reads that don't need one. Rows are objects by column name. */
export interface Querier {
  query<Row extends object>(statement: Statement | string, values: readonly unknown[]): Promise<Row[]>;
  /** Up to when a replica has all changes. It can't find that out by itself; see readLowWatermark. */
  readonly lowWatermark?: string;
}

export interface Transaction extends Querier {
  readonly transaction: true;
  /**
   * For reads that lock nothing: they don't begin the transaction. At READ COMMITTED that makes no difference, because each
   * statement has a snapshot of its own either way.
   */
  readonly reads?: Querier;
  /**
   * For a statement after which the work has none. If the transaction hasn't begun, the statement is one by itself, which saves
   * BEGIN and COMMIT. If its result shows that it must be undone, it mustn't run here. If it fails, others may follow after all.
   * Undefined if statements will follow.
   */
  readonly final?: FinalStatement;
  /** In place of `final` for a request with an Idempotency-Key. */
  readonly finalOnce?: FinalStatementOnce | undefined;
}

export interface FinalStatement extends Querier {
  /** What the statement has to set for its events (event-cause.ts); otherwise they have none. */
  readonly cause: EventCause | undefined;
  /** For a statement whose result shows that it has written nothing: others may follow after all. */
  wroteNothing(): void;
  /** The final statement together with those of other requests. Undefined if it can't be, or if nothing was written. */
  readonly grouped?: RunGrouped | undefined;
}

/** Resolves to undefined if nothing was written: the write then has to be tried by itself. */
export type RunGrouped = <Value, Row extends object>(
  write: GroupableWrite<Value, Row>,
  value: Value,
) => Promise<Row[] | undefined>;

/** A final statement that can write what one request of a tenant wants to write, or several. */
export interface GroupableWrite<Value, Row extends object> {
  readonly name: string;
  /** Groups are limited by the sum of it. */
  size(value: Value): number;
  one(db: Querier, value: Value): Promise<Row[]>;
  /** Writes all or nothing: a row for each value, in their order, or no rows. */
  several(db: Querier, values: readonly Value[]): Promise<Row[]>;
}

/**
 * A final statement that runs at most once per Idempotency-Key. It has to lock the key and to store the response with what it
 * writes, or to write nothing: see server/api/idempotency/run-once.ts.
 */
export interface FinalStatementOnce extends Omit<FinalStatement, 'wroteNothing'> {
  readonly key: string;
  /** Of the request. */
  readonly fingerprint: Buffer;
}

/** The transaction for a part of the work that isn't its last: what follows must be committed with it. */
export const unfinished = (tx: Transaction): Transaction => ({
  transaction: true,
  query: (statement, values) => tx.query(statement, values),
});
