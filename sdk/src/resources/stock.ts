// Generated from the contract by `npm run generate`. Do not edit.
import type {
  ExportFormat,
  StockBalance,
  StockExportQuery,
  StockMovement,
  StockMovementExportQuery,
  StockMovementQuery,
  StockQuery,
} from '../../../generated/sdk-types.ts';
import type { Export } from '../export.ts';
import type { List } from '../pagination.ts';
import type { RequestOptions } from '../request-options.ts';
import { Resource } from '../resource.ts';

/** Balances, and the ledger of their changes. */
export class Stock extends Resource {
  /**
   * Returns the on-hand, reserved and available quantity of each product, one page at a time. Use
   * `updated_since` to get only what has changed since your last sync. With `include_deleted`, the list
   * includes balances of deleted products.
   */
  list(query?: StockQuery, options?: RequestOptions): List<StockBalance> {
    return this.listOf('/stock', { query }, options);
  }

  /** Exports the balances that `list` lists. */
  export<Format extends ExportFormat>(
    query: StockExportQuery<Format>,
    options?: RequestOptions,
  ): Export<StockBalance, Format> {
    return this.exportOf('/exports/stock', { query }, options);
  }

  /**
   * Returns the stock ledger, one page at a time. The ledger is append-only: every change of a balance adds
   * a row, and the rows of a product remain after it's deleted.
   */
  movements(query?: StockMovementQuery, options?: RequestOptions): List<StockMovement> {
    return this.listOf('/stock-movements', { query }, options);
  }

  /** Exports the movements that `movements` lists. */
  exportMovements<Format extends ExportFormat>(
    query: StockMovementExportQuery<Format>,
    options?: RequestOptions,
  ): Export<StockMovement, Format> {
    return this.exportOf('/exports/stock-movements', { query }, options);
  }
}
