// Generated from the contract by `npm run generate`. Do not edit.
import type {
  ExportFormat,
  StockAdjustment,
  StockAdjustmentItem,
  StockBalance,
  StockExportQuery,
  StockMovement,
  StockMovementExportQuery,
  StockMovementQuery,
  StockQuery,
} from '../../../generated/sdk-types.ts';
import type { Export } from '../lists/export.ts';
import type { List } from '../lists/pagination.ts';
import type { Reply } from '../transport/api-promise.ts';
import type { CreateOptions, ListOptions, RequestOptions } from '../transport/request-options.ts';
import type { BatchAllResult, BatchItems, BatchResult } from './batch.ts';
import { Resource } from './resource.ts';

/** Balances, and the ledger of their changes. */
export class Stock extends Resource {
  /**
   * Returns the on-hand, reserved and available quantity of each product, one page at a time. Use
   * `updated_since` to get only what has changed since your last sync. With `include_deleted`, the list
   * includes balances of deleted products.
   */
  list(query?: StockQuery, options?: ListOptions): List<StockBalance> {
    return this.listOf('/stock', options, query);
  }

  /** Exports the balances that `list` lists. */
  export<Format extends ExportFormat>(
    query: StockExportQuery<Format>,
    options?: RequestOptions,
  ): Export<StockBalance, Format> {
    return this.exportOf('/exports/stock', options, query);
  }

  /**
   * Does what `POST /stock/{product_id}/adjustments` does, for the product that the body names by
   * `product_id`, `sku` or `external_id`. To adjust many products, send them as a batch.
   */
  adjust(body: StockAdjustmentItem, options?: CreateOptions): Reply<StockAdjustment> {
    return this.request('post', '/stock-adjustments', options, [], body);
  }

  /**
   * Each row adjusts one product, which it names by `product_id`, `sku` or `external_id`. Each row succeeds
   * or fails on its own. Results come in the order of the rows: `status` is 201 if the row changed the
   * balance, 200 if the quantity was on hand already, and otherwise the status of `problem`. A row with
   * status 200 writes nothing, so you can send all balances every night: only those that differ get a
   * movement and a new `updated_at`. If several valid rows name the same product, all of them are refused,
   * because their order would decide the result. An invalid row doesn't count: it wouldn't be written
   * anyway. A batch counts as one request against the rate limit.
   */
  batch(items: StockAdjustmentItem[], options?: CreateOptions): Reply<BatchResult<StockBalance>[]> {
    return this.batchOf('/stock-adjustments/batch', items, options);
  }

  /**
   * Sends any number of items, 1000 at a time, while you iterate the results. Each has its item. If a whole
   * batch fails, it throws; those before it are done.
   */
  batchAll(
    items: BatchItems<StockAdjustmentItem>,
    options?: RequestOptions,
  ): AsyncGenerator<BatchAllResult<StockAdjustmentItem, StockBalance>, void, undefined> {
    return this.batchesOf('/stock-adjustments/batch', items, 1000, options);
  }

  /**
   * Returns the stock ledger, one page at a time. The ledger is append-only: every change of a balance adds
   * a row, and the rows of a product remain after it's deleted.
   */
  movements(query?: StockMovementQuery, options?: ListOptions): List<StockMovement> {
    return this.listOf('/stock-movements', options, query);
  }

  /** Exports the movements that `movements` lists. */
  exportMovements<Format extends ExportFormat>(
    query: StockMovementExportQuery<Format>,
    options?: RequestOptions,
  ): Export<StockMovement, Format> {
    return this.exportOf('/exports/stock-movements', options, query);
  }

  /** Returns one movement, for instance the one that an adjustment wrote. Movements never change. */
  getMovement(id: number, options?: RequestOptions): Reply<StockMovement> {
    return this.request('get', '/stock-movements/{stock_movement_id}', options, [id]);
  }
}
