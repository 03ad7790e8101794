import { bundle, type OperationId } from '../../base/contract.ts';
import { plainText } from '../../base/money.ts';
import { jsonCell, quoteCell, textCell } from './csv-cell.ts';

/** The parts of a JSON schema that columns depend on. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly const?: unknown;
}

/** The path of a property: `['stock', 'on_hand']`. */
export type Column = readonly string[];

/**
 * One column per property of a row, in the contract's order. An object with fixed properties gets one for each of
 * them.
 */
export const columnsOf = (list: OperationId): Column[] => columnsOfRows(responseOf(list).properties!.data!);

/** The same for the rows of a report, which depend on what they are about. */
export function columnsOfReport(report: OperationId, groupBy: string): Column[] {
  const branch = responseOf(report)
    .oneOf!.map(resolve)
    .find(({ properties }) => properties!.group_by!.const === groupBy);
  return columnsOfRows(branch!.properties!.rows!);
}

function responseOf(id: OperationId): Schema {
  const paths = Object.values(bundle.paths).flatMap((item) =>
    item.get?.operationId === id ? [item.get] : [],
  );
  const response = paths[0]!.responses['200'] as { content: Record<string, { schema: Schema }> };
  return resolve(response.content['application/json']!.schema);
}

function columnsOfRows(data: Schema): Column[] {
  const row = resolve(resolve(data).items!);
  if (row.oneOf) return namesInUnion(row.oneOf).map((name) => [name]);
  return Object.entries(row.properties!).flatMap(([name, schema]): Column[] => {
    const { properties } = resolve(schema);
    return properties ? Object.keys(properties).map((property) => [name, property]) : [[name]];
  });
}

/** A property of a union's branches is one column: its own properties differ from branch to branch. */
function namesInUnion(branches: readonly Schema[]): string[] {
  return [...new Set(branches.flatMap((branch) => Object.keys(resolve(branch).properties!)))];
}

function resolve(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  return resolve(bundle.components.schemas[schema.$ref.split('/').at(-1)!] as Schema);
}

export const csvHeader = (columns: readonly Column[]): string =>
  csvLine(columns.map((column) => column.join('.')));

export function csvRecord(columns: readonly Column[], row: unknown): string {
  let line = '';
  for (let i = 0; i < columns.length; i += 1) line += (i === 0 ? '' : ',') + cell(valueAt(row, columns[i]!));
  return `${line}\r\n`;
}

function valueAt(row: unknown, column: Column): unknown {
  let value = row;
  for (const name of column) value = (value as Record<string, unknown> | null | undefined)?.[name];
  return value;
}

const csvLine = (cells: readonly string[]): string => `${cells.map(quoteCell).join(',')}\r\n`;

/** JavaScript writes smaller numbers as 1e-7, which few readers of CSV take. */
const SMALLEST_WITHOUT_EXPONENT = 1e-6;

/** Only texts are escaped: a number isn't a formula, even with a minus sign. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return textCell(value);
  if (typeof value === 'number')
    return Math.abs(value) < SMALLEST_WITHOUT_EXPONENT ? plainText(value) : String(value);
  return typeof value === 'object' ? quoteCell(jsonCell(value)) : String(value);
}
