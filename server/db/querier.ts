/** A statement that is prepared once per connection under its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

const names = new Set<string>();
/** Of a longer name PostgreSQL would keep this much. */
const MAX_NAME_LENGTH = 63;

/** Names a statement. Two texts under one name would run each other, so a name is given once. */
export function statement(name: string, text: string): Statement {
  if (names.has(name)) throw new Error(`There are two statements named ${name}.`);
  if (name.length > MAX_NAME_LENGTH) throw new Error(`The name of a statement is too long: ${name}.`);
  names.add(name);
  return { name, text };
}

/** What a store takes: a transaction, or the pool for reads that need none. Rows are objects by column name. */
export interface Querier {
  query<Row extends object>(statement: Statement | string, values: readonly unknown[]): Promise<Row[]>;
}

export interface Transaction extends Querier {
  readonly transaction: true;
}
