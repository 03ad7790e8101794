import { columnNamesOf, columnNamesOfGroup, type OperationId } from '../../base/contract.ts';
import { plainText } from '../../base/money.ts';
import { jsonCell, quoteCell, textCell } from './csv-cell.ts';

/** The path of a property: `['stock', 'on_hand']`. */
export type Column = readonly string[];

export const columnsOf = (id: OperationId, names = columnNamesOf(id)): Column[] =>
  names.map((name) => name.split('.'));

/** The same for the rows of a report, which depend on what they are about. */
export const columnsOfReport = (id: OperationId, groupBy: string): Column[] =>
  columnsOf(id, columnNamesOfGroup(id, groupBy));

/** How CSV is written. */
export interface CsvOptions {
  readonly dialect: 'rfc4180' | 'excel-br';
  readonly formulas?: 'escape' | 'keep';
}

export interface Csv {
  readonly header: string;
  record(row: unknown): string;
}

/** Excel takes the file for UTF-8 because of it, and not for Windows-1252. */
const BYTE_ORDER_MARK = '\ufeff';

export function csvOf(columns: readonly Column[], { dialect, formulas = 'escape' }: CsvOptions): Csv {
  const isExcel = dialect === 'excel-br';
  const separator = isExcel ? ';' : ',';
  const textOf = formulas === 'keep' ? quoteCell : textCell;
  const numberOf = isExcel ? (value: number) => numberText(value).replace('.', ',') : numberText;
  const cell = (value: unknown): string => {
    if (value === null || value === undefined) return '';
    if (typeof value === 'string') return textOf(value);
    if (typeof value === 'number') return numberOf(value);
    return typeof value === 'object' ? quoteCell(jsonCell(value)) : String(value);
  };
  const names = columns.map((column) => quoteCell(column.join('.'))).join(separator);
  return {
    header: `${isExcel ? BYTE_ORDER_MARK : ''}${names}\r\n`,
    record: (row) => {
      let line = '';
      for (let i = 0; i < columns.length; i += 1)
        line += (i === 0 ? '' : separator) + cell(valueAt(row, columns[i]!));
      return `${line}\r\n`;
    },
  };
}

function valueAt(row: unknown, column: Column): unknown {
  let value = row;
  for (const name of column) value = (value as Record<string, unknown> | null | undefined)?.[name];
  return value;
}

/** JavaScript writes smaller numbers as 1e-7, which few readers of CSV take. */
const SMALLEST_WITHOUT_EXPONENT = 1e-6;
const numberText = (value: number): string =>
  Math.abs(value) < SMALLEST_WITHOUT_EXPONENT ? plainText(value) : String(value);

/** The columns of a row as an object, nested as the row is. */
export function picked(columns: readonly Column[], row: Readonly<Record<string, unknown>>): object {
  const part: Record<string, unknown> = {};
  for (const [name, member] of columns as readonly [string, string?][]) {
    const value = row[name];
    if (member === undefined || value === null || value === undefined) part[name] = value;
    else
      part[name] = {
        ...(part[name] as object | undefined),
        [member]: (value as Record<string, unknown>)[member],
      };
  }
  return part;
}
