import { contract, exampleBody } from '../contract.ts';
import type { OperationId } from '../fake-types.ts';
import { type ApiProblem, problemAt } from '../service-rules.js';

/** A row as the API shows it. */
export interface Row {
  readonly id: number;
  readonly external_id: string | null;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly deleted_at?: string | null;
  readonly [field: string]: unknown;
}

export type Fields = Readonly<Record<string, unknown>>;

/** What the fake's memory doesn't do. It says so instead of answering something wrong. */
export class NotKnown extends Error {
  /** 501, which the client doesn't retry. */
  response(): Response {
    const body = { title: 'The memory of the fake does not do this', status: 501, detail: this.message };
    const headers = { 'content-type': 'application/problem+json' };
    return new Response(JSON.stringify(body), { status: 501, headers });
  }
}

/** Two writes never have the same time, so that lists by updated_at have one order. */
export class Clock {
  #last = 0;

  next(): string {
    this.#last = Math.max(Date.now(), this.#last + 1);
    return new Date(this.#last).toISOString();
  }
}

/** All fields of what an operation returns, with nothing in them. */
function emptyRow(operation: OperationId): Fields {
  const [positions = []] = Object.values(contract.operations[operation].bodies);
  const example = exampleBody(positions[0]!) as Fields;
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, Array.isArray(value) ? [] : null]),
  );
}

/** The rows of a resource. */
export class Table {
  /** Deleted ones too. */
  readonly rows: Row[] = [];
  readonly noun: string;
  readonly #empty: Fields;
  readonly #clock: Clock;
  readonly #unique: readonly string[];

  /** `unique` are the fields besides external_id of which no two rows have the same value. */
  constructor(operation: OperationId, noun: string, unique: readonly string[], clock: Clock) {
    this.noun = noun;
    this.#empty = emptyRow(operation);
    this.#unique = ['external_id', ...unique];
    this.#clock = clock;
  }

  get live(): Row[] {
    return this.rows.filter(({ deleted_at }) => !deleted_at);
  }

  find(field: string, value: unknown): Row | undefined {
    const key = this.#keyOf(field, value);
    return this.live.find((row) => this.#keyOf(field, row[field]) === key);
  }

  /** `more` are the fields that follow from the time. */
  insert(fields: Fields, more: (at: string) => Fields = () => ({})): Row {
    this.#requireUnique(fields);
    const at = this.#clock.next();
    const stamps = { id: this.rows.length + 1, version: 1, created_at: at, updated_at: at };
    const row = { ...this.#empty, ...fields, ...more(at), ...stamps } as unknown as Row;
    this.rows.push(row);
    return row;
  }

  /** The row with what is new in it. A change that changes nothing isn't one. */
  update(row: Row, changes: Fields): { row: Row; changed: string[] } {
    const changed = Object.keys(changes).filter((name) => !isSame(row[name], changes[name]));
    if (changed.length === 0) return { row, changed };
    this.#requireUnique(Object.fromEntries(changed.map((name) => [name, changes[name]])), row);
    return { row: this.#replace(row, { ...row, ...changes }), changed };
  }

  /** A new version, whatever is new. */
  touch(row: Row, changes: Fields = {}): Row {
    return this.#replace(row, { ...row, ...changes });
  }

  delete(row: Row): Row {
    const at = this.#clock.next();
    return this.#put({ ...row, deleted_at: at, updated_at: at, version: row.version + 1 });
  }

  /** The code of a coupon is the same in any letter case. */
  #keyOf(field: string, value: unknown): unknown {
    return this.noun === 'coupon' && field === 'code' ? String(value).toLowerCase() : value;
  }

  /** Without a new version, of what isn't a change of the row. */
  #put(row: Row): Row {
    this.rows[row.id - 1] = row;
    return row;
  }

  #replace({ version }: Row, row: Row): Row {
    return this.#put({ ...row, version: version + 1, updated_at: this.#clock.next() });
  }

  #requireUnique(fields: Fields, self?: Row): void {
    for (const field of this.#unique) {
      const other = fields[field] == null ? undefined : this.find(field, fields[field]);
      if (other && other.id !== self?.id) throw taken(this.noun, field, other);
    }
  }
}

function taken(noun: string, field: string, { id, external_id }: Row): ApiProblem {
  const owner = `${noun} ${id}${external_id ? ` (external_id ${external_id})` : ''}`;
  return problemAt(
    'already_exists',
    `/${field}`,
    `belongs to ${owner}`,
    `The ${field} belongs to ${owner} already.`,
    { existing_id: id, existing_external_id: external_id },
  );
}

/** Of two JSON values, whatever the order of members. */
export function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each) =>
    each && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  ) ?? '';
