// Each row ends with a line break. If it's missing, something on the way ended the response in good order although the
// service had broken it off.
export const CUT_OFF = 'the export ended in the middle of a row';

/** Cuts the text into lines as it arrives, and makes a row of each. */
export class LineParser<Row> {
  #rest = '';
  readonly #parse: (line: string) => Row;

  constructor(parse: (line: string) => Row) {
    this.#parse = parse;
  }

  push(text: string): Row[] {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop()!;
    return lines.map(this.#parse);
  }

  end(): void {
    if (this.#rest !== '') throw new Error(CUT_OFF);
  }
}

/**
 * A row of a CSV export: the text of each cell by its column, such as `stock.on_hand`. Lists and free-form objects are
 * JSON. A text that a spreadsheet would take for a formula has a `'` before it; NDJSON has the exact text.
 */
export interface CsvRow {
  /** The text of the cell; empty for null. */
  [column: string]: string;
}

/** Of the dialect `excel-br`, whose cells are separated by semicolons. */
const BYTE_ORDER_MARK = '\ufeff';

/** RFC 4180. A quoted cell may have line breaks, so a record can be more than a line. */
export class CsvParser {
  readonly #lines = new LineParser((line) => line);
  #columns: string[] | undefined;
  /** The lines of a record whose last quote is still open. */
  #open: string[] = [];
  #separator: keyof typeof CELLS = ',';

  push(text: string): CsvRow[] {
    const rows = this.#lines.push(text).map((line) => this.#row(line));
    return rows.filter((row) => row !== undefined);
  }

  end(): void {
    this.#lines.end();
    if (this.#open.length > 0 || !this.#columns) throw new Error(CUT_OFF);
  }

  #row(line: string): CsvRow | undefined {
    const isOpen = this.#open.push(line) > 1;
    const hasOddQuotes = line.split('"').length % 2 === 0;
    if (isOpen !== hasOddQuotes) return undefined;
    const record = this.#open.splice(0).join('\n').replace(/\r$/, '');
    const columns = this.#columns;
    if (columns) return rowOf(columns, cellsOf(record, this.#separator));
    if (record.startsWith(BYTE_ORDER_MARK)) this.#separator = ';';
    this.#columns = cellsOf(record.replace(BYTE_ORDER_MARK, ''), this.#separator);
    return undefined;
  }
}

function rowOf(columns: readonly string[], cells: readonly string[]): CsvRow {
  if (cells.length !== columns.length)
    throw new Error(`a row of the export has ${cells.length} cells, not ${columns.length}`);
  return Object.fromEntries(columns.map((column, index) => [column, cells[index]!]));
}

const CELLS = { ',': /("[^"]*(?:""[^"]*)*"|[^,]*),/g, ';': /("[^"]*(?:""[^"]*)*"|[^;]*);/g };

function cellsOf(record: string, separator: keyof typeof CELLS): string[] {
  if (!record.includes('"')) return record.split(separator);
  return Array.from((record + separator).matchAll(CELLS[separator]), ([, cell]) =>
    cell!.startsWith('"') ? cell!.slice(1, -1).replaceAll('""', '"') : cell!,
  );
}
