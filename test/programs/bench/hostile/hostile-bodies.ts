import type { Operation } from '../../../../server/base/contract.ts';
import { type Fill, fillsOf } from './fills.ts';
import { bodySchema, branches, is, resolve, rowSchemas, type Schema } from './request-schema.ts';
import { largest, minimal } from './valid-bodies.ts';

export interface HostileBody {
  /** Description for the report. */
  readonly kind: string;
  /** Returns the body's text, of at most `bytes` bytes. */
  build(bytes: number): string;
}

type Path = readonly (string | number)[];
interface Slot {
  readonly path: Path;
  readonly schema: Schema;
}

/** Deeper than any array or object in the contract. */
const DEEPEST_SLOT = 6;
const ROWS = 100;
const FILL = '"<fill>"';

/** Bodies that may be expensive, for each value and each union branch in the schema of the request. */
export function hostileBodies(operation: Operation): HostileBody[] {
  const schema = bodySchema(operation);
  const rows = schema.properties?.items;
  const isBatch = operation.path.endsWith('/batch') && rows?.items !== undefined;
  if (!isBatch) return [...bodiesOf(schema), valid(schema, (body) => body)];
  const ofRows = rowSchemas(rows.items).flatMap((row) => rowBodies(row));
  return [...bodiesOf({ ...schema, properties: { items: { ...rows, items: {} } } }), ...ofRows];
}

function bodiesOf(schema: Schema): HostileBody[] {
  const whole = minimal(schema);
  return slotsOf({ path: [], schema }).flatMap(({ path, schema: slot }) =>
    Object.entries(fillsOf(slot)).map(([kind, fill]) => ({
      kind: `${pointer(path)}: ${kind}`,
      build: (bytes: number) => filled(JSON.stringify(placed(whole, path)), fill, bytes),
    })),
  );
}

/** Each row body as one row, as 100 rows, and as 100 upserts of rows that don't exist yet. */
function rowBodies(row: Schema): HostileBody[] {
  const single = [...bodiesOf(row), valid(row, (body) => body)];
  return single.flatMap(({ kind, build }) => [
    { kind: `1 row, ${kind}`, build: (bytes: number) => rowsText([build(bytes - 12)]) },
    {
      kind: `100 rows, ${kind}`,
      build: (bytes: number) => rowsText(Array(ROWS).fill(build(bytes / ROWS - 2))),
    },
    {
      kind: `100 upserts, ${kind}`,
      build: (bytes: number) =>
        rowsText(Array.from({ length: ROWS }, (_, i) => named(build(bytes / ROWS - 30), i))),
    },
  ]);
}

const rowsText = (rows: readonly string[]): string => `{"items":[${rows.join(',')}]}`;
const named = (row: string, index: number): string =>
  row.startsWith('{"') ? `{"external_id":"E${index}",${row.slice(1)}` : row;

function valid(schema: Schema, wrap: (body: string) => string): HostileBody {
  const build = (bytes: number): string => {
    for (let share = 1; share > 0.001; share /= 1.3) {
      const body = wrap(JSON.stringify(largest(schema, share)));
      if (Buffer.byteLength(body) <= bytes) return body;
    }
    return wrap(JSON.stringify(minimal(schema)));
  };
  return { kind: 'a valid body of the maximum size', build };
}

/** Every value that a body of this schema can have. */
function slotsOf(slot: Slot): Slot[] {
  if (slot.path.length > DEEPEST_SLOT) return [];
  const inside = branches(resolve(slot.schema)).flatMap((schema) => [
    ...Object.entries(schema.properties ?? {}).map(([name, member]) => ({
      path: [...slot.path, name],
      schema: member,
    })),
    ...(is(schema, 'array') && schema.items ? [{ path: [...slot.path, 0], schema: schema.items }] : []),
  ]);
  return [{ path: slot.path, schema: resolve(slot.schema) }, ...inside.flatMap(slotsOf)];
}

/** The body with a placeholder at that path. */
function placed(value: unknown, [step, ...rest]: Path): unknown {
  if (step === undefined) return '<fill>';
  if (typeof step === 'number') return [placed(undefined, rest)];
  const object = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  return { ...object, [step]: placed((object as Record<string, unknown>)[step], rest) };
}

function filled(template: string, fill: Fill, bytes: number): string {
  const around = Buffer.byteLength(template) - FILL.length;
  return template.replace(FILL, () => fill(Math.max(4, Math.floor(bytes - around))));
}

const pointer = (path: Path): string => `#${path.map((step) => `/${step}`).join('')}`;
