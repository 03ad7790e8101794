import pg from 'pg';
import type { Statement } from '../querier.ts';
import { setByteColumns, valueParsers } from './parsers.ts';
import type { ConnectionInside, Field } from './pg-inside.ts';
import type { QueryTimeouts, WaitingQuery } from './query-timeouts.ts';

/** How the rows of a statement become objects. */
interface Columns {
  readonly names: readonly string[];
  readonly parsers: readonly ((text: string) => unknown)[];
  /** Copied for each row, so that all of them have one hidden class. */
  readonly emptyRow: Record<string, unknown>;
  /** By number; undefined if there are none. */
  readonly byteColumns: readonly boolean[] | undefined;
}

type OnResult<Row> = (error: Error | null, rows: Row[]) => void;

/**
 * What each connection knows of its prepared statements' results. PostgreSQL refuses to run a prepared statement whose result
 * has other columns than when it was prepared, so this can't become wrong.
 */
const columnsByWire = new WeakMap<ConnectionInside, Map<string, Columns>>();
const NO_COLUMNS: Columns = { names: [], parsers: [], emptyRow: {}, byteColumns: undefined };

/** The values as PostgreSQL's text; undefined if some value is neither plain nor an array of plain ones: pg's own query converts it. */
export function textsOf(values: readonly unknown[]): (string | null)[] | undefined {
  const texts = new Array<string | null>(values.length);
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i];
    if (typeof value === 'string') texts[i] = value;
    else if (typeof value === 'number' || typeof value === 'boolean') texts[i] = String(value);
    else if (value === null || value === undefined) texts[i] = null;
    else if (Array.isArray(value) && value.every(isElement))
      texts[i] = `{${value.map(elementText).join(',')}}`;
    else return undefined;
  }
  return texts;
}

type Element = string | number | boolean | null;
const isElement = (value: unknown): value is Element =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null;

/** Quoted, so that no text is taken for null or for the end of the array. */
const elementText = (value: Element): string =>
  typeof value === 'string' ? `"${value.replaceAll(/["\\]/g, '\\$&')}"` : String(value);

/**
 * A prepared statement with plain values, in place of pg's Query: a query of pg's is an event emitter, emits each row, and asks for
 * the description of its columns each time, and has a timer of its own. Sending statements and reading results was a quarter of the
 * CPU time of a GET; see docs/performance.md.
 */
export class PreparedQuery<Row extends object> implements pg.Submittable, WaitingQuery {
  readonly name: string;
  readonly text: string;
  readonly #values: readonly (string | null)[];
  readonly #byteColumns: readonly string[] | undefined;
  readonly #rows: Row[] = [];
  #columns: Columns | undefined;
  #known: Map<string, Columns> | undefined;
  #wire: ConnectionInside | undefined;
  #rowError: Error | undefined;
  readonly #timeouts: QueryTimeouts;
  readonly #onResult: OnResult<Row>;
  #ended = false;
  looks = 0;
  slot = 0;

  constructor(
    { name, text, byteColumns }: Statement,
    values: readonly (string | null)[],
    timeouts: QueryTimeouts,
    onResult: OnResult<Row>,
  ) {
    this.name = name;
    this.text = text;
    this.#byteColumns = byteColumns;
    this.#values = values;
    this.#timeouts = timeouts;
    this.#onResult = onResult;
    timeouts.add(this);
  }

  /** pg passes a returned error on to handleError. */
  submit(connection: unknown): Error | null {
    const wire = connection as ConnectionInside;
    const { name, text } = this;
    const previous = wire.parsedStatements[name] ?? wire.submittedNamedStatements[name];
    if (previous !== undefined && previous !== text)
      return new Error(`The statement "${name}" was prepared with another text.`);
    this.#known = knownColumns(wire);
    this.#columns = this.#known.get(name);
    this.#wire = wire;
    if (this.#columns?.byteColumns) setByteColumns(wire, this.#columns.byteColumns);
    wire.stream.cork();
    if (previous === undefined) {
      wire.parse({ name, text });
      wire.submittedNamedStatements[name] = text;
    }
    wire.bind({ statement: name, values: this.#values });
    if (!this.#columns) wire.describe({ type: 'P' });
    wire.execute({});
    wire.sync();
    wire.stream.uncork();
    return null;
  }

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    this.#columns = columnsOf(fields, this.#byteColumns);
    if (this.#columns.byteColumns) setByteColumns(this.#wire!, this.#columns.byteColumns);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const { names, parsers, emptyRow } = this.#columns!;
    const row = { ...emptyRow };
    try {
      for (let i = 0; i < names.length; i += 1) {
        const text = fields[i]!;
        if (text !== null) row[names[i]!] = parsers[i]!(text);
      }
    } catch (error) {
      // Thrown here, it would end the process.
      this.#rowError ??= error as Error;
    }
    this.#rows.push(row as Row);
  }

  handleCommandComplete(): void {}

  handleEmptyQuery(): void {}

  handleError(error: Error): void {
    this.#end(error, []);
  }

  handleReadyForQuery(): void {
    this.#known!.set(this.name, this.#columns ?? NO_COLUMNS);
    this.#end(this.#rowError ?? null, this.#rows);
  }

  /** Once: what arrives after a timeout comes too late. */
  #end(error: Error | null, rows: Row[]): void {
    if (this.#byteColumns && this.#wire) setByteColumns(this.#wire, undefined);
    if (this.#ended) return;
    this.#ended = true;
    this.#timeouts.remove(this);
    this.#onResult(error, rows);
  }
}

// pg pipelines nothing but its own queries, by `instanceof`. Their constructor doesn't run: it makes an event emitter and a result.
Object.setPrototypeOf(PreparedQuery.prototype, pg.Query.prototype);

function knownColumns(wire: ConnectionInside): Map<string, Columns> {
  const known = columnsByWire.get(wire) ?? new Map<string, Columns>();
  if (known.size === 0) columnsByWire.set(wire, known);
  return known;
}

function columnsOf(fields: readonly Field[], byteColumns: readonly string[] | undefined): Columns {
  const names = fields.map(({ name }) => name);
  return {
    names,
    parsers: fields.map(({ dataTypeID }) => valueParsers.getTypeParser(dataTypeID, 'text')),
    emptyRow: Object.fromEntries(names.map((name) => [name, null])),
    byteColumns: byteColumns && names.map((name) => byteColumns.includes(name)),
  };
}
