import { type ByteString, textOfBytes } from '../../base/byte-string.ts';
import type { OperationId } from '../../base/contract.ts';
import { type Column, type CsvOptions, columnsOf, csvOf, picked } from './csv.ts';
import type { Chunk } from './write-chunks.ts';

/**
 * What an export formats and writes in one piece, or one row. A client that reads 2 kB/s takes it in 32 s, well before it counts as
 * stalled. Of an order of 440 kB, parsing the JSON and writing CSV takes some milliseconds, in which nobody else is served.
 */
export const PART_BYTES = 64 * 1024;

/** How a format writes a list. */
export interface ListWriter {
  readonly header: string;
  part(rows: readonly ByteString[]): Chunk;
}

/** The rows as the list has them. Parsing them and writing them again was most of an export's CPU time. */
const ndjsonWriter: ListWriter = {
  header: '',
  part: (rows) => ({ text: `${rows.map(inOneLine).join('\n')}\n`, encoding: 'latin1' }),
};

/** PostgreSQL's json_agg() breaks the line between objects. Within texts line breaks are escaped. */
const inOneLine = (row: ByteString): string =>
  row.includes('\n') || row.includes('\r') ? row.replaceAll(/[\r\n]/g, ' ') : row;

/** The chosen columns alone. */
const pickingWriter = (columns: readonly Column[]): ListWriter => ({
  header: '',
  part: (rows) => ({
    text: parsed(rows)
      .map((row) => `${JSON.stringify(picked(columns, row))}\n`)
      .join(''),
    encoding: 'utf8',
  }),
});

function csvWriter(columns: readonly Column[], options: CsvOptions): ListWriter {
  const { header, record } = csvOf(columns, options);
  return { header, part: (rows) => ({ text: parsed(rows).map(record).join(''), encoding: 'utf8' }) };
}

/** What a client asks an export for. */
export interface ExportForm extends CsvOptions {
  readonly format: 'csv' | 'ndjson';
  readonly fields?: readonly string[] | undefined;
}

export function listWriter(exported: OperationId, form: ExportForm): ListWriter {
  if (form.format === 'csv') return csvWriter(columnsOf(exported, form.fields), form);
  return form.fields ? pickingWriter(columnsOf(exported, form.fields)) : ndjsonWriter;
}

const parsed = (rows: readonly ByteString[]): Readonly<Record<string, unknown>>[] =>
  JSON.parse(textOfBytes(`[${rows.join(',')}]` as ByteString));

/** The rows in parts of at most PART_BYTES, or of one row. */
export function* partsOf(rows: readonly ByteString[]): Generator<readonly ByteString[]> {
  let start = 0;
  let bytes = 0;
  for (const [index, { length }] of rows.entries()) {
    if (index > start && bytes + length > PART_BYTES) {
      yield rows.slice(start, index);
      start = index;
      bytes = 0;
    }
    bytes += length;
  }
  if (start < rows.length) yield rows.slice(start);
}
