import { type Querier, register, type Statement } from '../querier.ts';

/**
 * A statement with named parameters, prepared once per connection:
 *
 *     const rename = statement('rename product', 'UPDATE products SET name = :name WHERE id = :id RETURNING version');
 *     const [row] = await rename<{ version: number }>(tx, { id, name });
 *
 * A missing or surplus value throws when the statement runs.
 */
export interface NamedStatement extends Statement {
  /** The names of $1, $2, … */
  readonly parameters: readonly string[];
  <Row extends object>(db: Querier, values: Values): Promise<Row[]>;
}

type Values = Readonly<Record<string, unknown>>;

interface Options {
  /** False to have PostgreSQL plan it for the values of each execution. */
  readonly prepared?: boolean;
  readonly isLookUp?: boolean;
  readonly byteColumns?: readonly string[];
}

/** Names and compiles a statement; `text` has `:name` where PostgreSQL gets `$1`, `$2`, … */
export function statement(
  name: string,
  text: string,
  { prepared = true, ...options }: Options = {},
): NamedStatement {
  const compiled = compile(text);
  const run = <Row extends object>(db: Querier, values: Values): Promise<Row[]> =>
    db.query<Row>(named, inOrder(name, compiled.parameters, values));
  const named: NamedStatement = Object.assign(run, { ...compiled, prepared, ...options });
  Object.defineProperty(named, 'name', { value: name });
  return register(named);
}

export type FindById<Row> = (db: Querier, tenantId: number, id: number) => Promise<Row | undefined>;

/** Finds a tenant's row by its id. `select` must end in a condition, and return the id as `id`. */
export function findById<Row extends object>(name: string, select: string, id = 'id'): FindById<Row> {
  const find = statement(name, `${select} AND ${id} = :id`, { isLookUp: true });
  return async (db, tenantId, rowId) => (await find<Row>(db, { tenant_id: tenantId, id: rowId }))[0];
}

/** Strings and comments, which may contain colons; then casts; then parameters. */
const TOKENS = /'[^']*'|--[^\n]*|::|:([A-Za-z_]\w*)/g;
/** These would need a real SQL scanner. No statement has needed them yet. */
const UNSUPPORTED = /\/\*|\$\w*\$|\b[eE]'/;
const QUOTED_NAME = /"[^"]*"/g;
const POSITIONAL = /\$\d/;

/** Replaces each `:name` by the name's number. Strings, comments and casts stay as they are. */
export function compile(text: string): { readonly text: string; readonly parameters: readonly string[] } {
  const parameters: string[] = [];
  const numberOf = (name: string): number => {
    if (!parameters.includes(name)) parameters.push(name);
    return parameters.indexOf(name) + 1;
  };
  const code = text.replace(/'[^']*'|--[^\n]*/g, "''");
  const unreadable = UNSUPPORTED.test(code) || code.match(QUOTED_NAME)?.some((name) => /[:']/.test(name));
  if (unreadable)
    throw new Error(`A statement cannot hold block comments, dollar quotes, E'' strings or "a:b": ${text}`);
  if (POSITIONAL.test(code)) throw new Error(`A statement takes :name parameters, not $1: ${text}`);
  const compiled = text.replace(TOKENS, (token, name?: string) => (name ? `$${numberOf(name)}` : token));
  return { text: compiled, parameters };
}

function inOrder(statementName: string, parameters: readonly string[], values: Values): unknown[] {
  const names = Object.keys(values);
  const ordered = new Array<unknown>(parameters.length);
  for (let i = 0; i < parameters.length; i += 1) {
    const name = parameters[i]!;
    if (!(name in values))
      throw new Error(`The statement "${statementName}" was given no value for :${name}.`);
    ordered[i] = values[name];
  }
  if (names.length === parameters.length) return ordered;
  const surplus = names.find((name) => !parameters.includes(name));
  throw new Error(`The statement "${statementName}" has no parameter :${surplus}.`);
}
