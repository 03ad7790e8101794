import type { ExportQuery, Output, Query } from '../contract.ts';
import { type List, PagedList } from '../pagination.ts';
import type { Reply } from '../reply.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Export, Transport } from '../transport.ts';

export type StockBalance = Output<'StockBalance'>;
export type StockQuery = Query<'listStock'>;
export type StockMovement = Output<'StockMovement'>;
export type StockMovementQuery = Query<'listStockMovements'>;

export class Stock {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** What is on hand, reserved and available: a row per product. */
  list(query?: StockQuery, options?: RequestOptions): List<StockBalance> {
    return new PagedList((cursor = query?.cursor) =>
      this.#transport.send('get', '/stock', { query: { ...query, cursor } }, options),
    );
  }

  /** The whole list of balances in one response, as CSV or NDJSON. */
  export(query: ExportQuery<StockQuery>, options?: RequestOptions): Reply<Export> {
    return this.#transport.export('/exports/stock', { query }, options);
  }

  /** The ledger: a row for each change of a balance. */
  movements(query?: StockMovementQuery, options?: RequestOptions): List<StockMovement> {
    return new PagedList((cursor = query?.cursor) =>
      this.#transport.send('get', '/stock-movements', { query: { ...query, cursor } }, options),
    );
  }

  /** The whole ledger in one response, as CSV or NDJSON. */
  exportMovements(query: ExportQuery<StockMovementQuery>, options?: RequestOptions): Reply<Export> {
    return this.#transport.export('/exports/stock-movements', { query }, options);
  }
}
