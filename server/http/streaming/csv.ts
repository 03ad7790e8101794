import { bundle, type OperationId } from '../../contract.ts';
import { escapeFormulas, jsonCell, quoteCell } from './csv-cell.ts';

/** The parts of a JSON schema that columns depend on. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** The path of a property: `['stock', 'on_hand']`. */
export type Column = readonly string[];

/**
 * One column per property of a row, in the contract's order. An object with fixed properties gets one for each of
 * them.
 */
export function columnsOf(list: OperationId): Column[] {
  const paths = Object.values(bundle.paths).flatMap((item) =>
    item.get?.operationId === list ? [item.get] : [],
  );
  const response = paths[0]!.responses['200'] as { content: Record<string, { schema: Schema }> };
  const rows = propertiesOf(response.content['application/json']!.schema).get('data')!;
  return [...propertiesOf(resolve(rows).items!)].flatMap(([name, schema]): Column[] => {
    const { oneOf, properties } = resolve(schema);
    const nested = oneOf === undefined && properties !== undefined;
    return nested ? Object.keys(properties).map((property) => [name, property]) : [[name]];
  });
}

/** Includes the properties that come from `allOf` and `oneOf`. */
function propertiesOf(schema: Schema): Map<string, Schema> {
  const { allOf = [], oneOf = [], properties = {} } = resolve(schema);
  const composed = [...allOf, ...oneOf].flatMap((part) => [...propertiesOf(part)]);
  return new Map([...composed, ...Object.entries(properties)]);
}

function resolve(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  return resolve(bundle.components.schemas[schema.$ref.split('/').at(-1)!] as Schema);
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

/** Only texts are escaped: a number isn't a formula, even with a minus sign. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return escapeFormulas(value);
  return typeof value === 'object' ? jsonCell(value) : String(value);
}
