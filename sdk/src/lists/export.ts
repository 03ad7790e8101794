import type { ExportFormat } from '../../../generated/sdk-types.ts';
import type { Reply } from '../transport/api-promise.ts';
import type { CsvRow } from './export-parsers.ts';

/** What iterating an export yields, by its format. */
export interface ExportedRows<Row> {
  /** The rows of the list. */
  ndjson: Row;
  /** The cells of each row as texts. */
  csv: CsvRow;
}

/**
 * A whole list, in one response. Iterate it with `for await` for its rows, or `await` it for its bytes, to save them. Both
 * take the rows as they arrive, so the memory doesn't depend on their number. An export that ends early throws and never
 * looks complete. It is read once: call `export()` again for fresh data.
 */
export interface Export<Row, Format extends ExportFormat = ExportFormat>
  extends Reply<ReadableStream<Uint8Array>>,
    AsyncIterable<ExportedRows<Row>[Format]> {
  /** The whole text, in memory. */
  text(): Promise<string>;
}
