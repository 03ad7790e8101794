import { bundle, type OperationId } from '../../contract.ts';
import { escapeFormulas, jsonCell, quoteCell } from './csv-cell.ts';

/** A schema as far as columns need it. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** A column: the path of a member, `['stock', 'on_hand']`. */
export type Column = readonly string[];

function resolve(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  return resolve(bundle.components.schemas[schema.$ref.split('/').at(-1)!] as Schema);
}

/** The members of an object in the order of the contract, those that it is composed of included. */
function membersOf(schema: Schema): Map<string, Schema> {
  const { allOf = [], oneOf = [], properties = {} } = resolve(schema);
  const composed = [...allOf, ...oneOf].flatMap((part) => [...membersOf(part)]);
  return new Map([...composed, ...Object.entries(properties)]);
}

/** The columns of a list: the members of its rows, and those of an object that always has the same ones. */
export function columnsOf(operation: OperationId): Column[] {
  const paths = Object.values(bundle.paths).flatMap((item) =>
    item.get?.operationId === operation ? [item.get] : [],
  );
  const response = paths[0]!.responses['200'] as { content: Record<string, { schema: Schema }> };
  const rows = membersOf(response.content['application/json']!.schema).get('data')!;
  return [...membersOf(resolve(rows).items!)].flatMap(([name, schema]): Column[] => {
    const { oneOf, properties } = resolve(schema);
    const nested = oneOf === undefined && properties !== undefined;
    return nested ? Object.keys(properties).map((member) => [name, member]) : [[name]];
  });
}

export const csvHeader = (columns: readonly Column[]): string =>
  csvLine(columns.map((column) => column.join('.')));

export function csvRecord(columns: readonly Column[], row: unknown): string {
  return csvLine(
    columns.map((column) =>
      cell(column.reduce((value: unknown, name) => (value as Record<string, unknown> | null)?.[name], row)),
    ),
  );
}

const csvLine = (cells: readonly string[]): string => `${cells.map(quoteCell).join(',')}\r\n`;

/** A number is no formula, whatever its sign. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return escapeFormulas(value);
  return typeof value === 'object' ? jsonCell(value) : String(value);
}
