// Generated from the contract by `npm run generate`. Do not edit.
import type {
  ExportFormat,
  PriceTable,
  PriceTableCreate,
  PriceTableEntriesResult,
  PriceTableEntriesSet,
  PriceTableEntry,
  PriceTableEntryExportQuery,
  PriceTableEntryQuery,
  PriceTableExportQuery,
  PriceTableQuery,
  PriceTableUpdate,
  PriceTableUpsert,
} from '../../../generated/sdk-types.ts';
import type { Export } from '../lists/export.ts';
import type { List } from '../lists/pagination.ts';
import type { Reply } from '../transport/api-promise.ts';
import type {
  ChangeOptions,
  CreateOptions,
  ListOptions,
  RequestOptions,
  UpsertOptions,
} from '../transport/request-options.ts';
import type { BatchAllResult, BatchItem, BatchItems, BatchResult } from './batch.ts';
import { Resource } from './resource.ts';

/** Prices for some customers, such as wholesale. */
export class PriceTables extends Resource {
  /** Returns price tables in the order of `sort`, one page at a time, without their entries. */
  list(query?: PriceTableQuery, options?: ListOptions): List<PriceTable> {
    return this.listOf('/price-tables', options, query);
  }

  /** Exports the price tables that `list` lists, without their entries. */
  export<Format extends ExportFormat>(
    query: PriceTableExportQuery<Format>,
    options?: RequestOptions,
  ): Export<PriceTable, Format> {
    return this.exportOf('/exports/price-tables', options, query);
  }

  /** Returns one price table without its entries. */
  get(id: number, options?: RequestOptions): Reply<PriceTable> {
    return this.request('get', '/price-tables/{price_table_id}', options, [id]);
  }

  /**
   * Creates a price table. A `fixed` table has a price for each product and quantity in its entries. A
   * `percentage` table changes every product's own price by `percentage` and has no entries.
   *
   * A default table gives the price if neither the order's nor the customer's table does. Two active default
   * tables with the same `priority` can't apply at the same time; the response is then 409 `overlap`.
   */
  create(body: PriceTableCreate, options?: CreateOptions): Reply<PriceTable> {
    return this.request('post', '/price-tables', options, [], body);
  }

  /** Updates the fields you send. Existing orders keep their prices. `kind` can't be changed. */
  update(id: number, body: PriceTableUpdate, options?: ChangeOptions): Reply<PriceTable> {
    return this.request('patch', '/price-tables/{price_table_id}', options, [id], body);
  }

  /**
   * Updates the price table with this `external_id`, as `update` does. If there is none, creates it, as
   * `create` does, and the body must have every field that `create` requires. `kind` is required to create a
   * price table and can't be changed. Sending the same request again changes nothing.
   */
  upsert(externalId: string, body: PriceTableUpsert, options?: UpsertOptions): Reply<PriceTable> {
    return this.request('put', '/price-tables/external/{external_id}', options, [externalId], body);
  }

  /** Deletes a price table. If a customer still has it, the response is 409 `in_use`. */
  delete(id: number, options?: ChangeOptions): Reply<void> {
    return this.request('delete', '/price-tables/{price_table_id}', options, [id]);
  }

  /** Returns the price table with this `external_id`. */
  getByExternalId(externalId: string, options?: RequestOptions): Reply<PriceTable> {
    return this.request('get', '/price-tables/external/{external_id}', options, [externalId]);
  }

  /**
   * Does what `update` does, for the price table with this `external_id`. If there is none, the response is
   * 404: `upsert` would create it.
   */
  updateByExternalId(externalId: string, body: PriceTableUpdate, options?: ChangeOptions): Reply<PriceTable> {
    return this.request('patch', '/price-tables/external/{external_id}', options, [externalId], body);
  }

  /** Does what `delete` does, for the price table with this `external_id`. */
  deleteByExternalId(externalId: string, options?: ChangeOptions): Reply<void> {
    return this.request('delete', '/price-tables/external/{external_id}', options, [externalId]);
  }

  /**
   * A row whose `external_id` belongs to an existing price table updates it, as `update` does. Every other
   * row creates a price table, as `create` does. Each row succeeds or fails on its own. Results come in the
   * order of the rows: `status` is what the single request would have returned, with `data` or `problem`. A
   * batch counts as one request against the rate limit.
   */
  batch(
    items: BatchItem<PriceTableCreate, PriceTableUpsert>[],
    options?: CreateOptions,
  ): Reply<BatchResult<PriceTable>[]> {
    return this.batchOf('/price-tables/batch', items, options);
  }

  /**
   * Sends any number of items, 100 at a time, while you iterate the results. Each has its item. If a whole
   * batch fails, it throws; those before it are done.
   */
  batchAll(
    items: BatchItems<BatchItem<PriceTableCreate, PriceTableUpsert>>,
    options?: RequestOptions,
  ): AsyncGenerator<
    BatchAllResult<BatchItem<PriceTableCreate, PriceTableUpsert>, PriceTable>,
    void,
    undefined
  > {
    return this.batchesOf('/price-tables/batch', items, 100, options);
  }

  /**
   * Returns a price table's entries in the order of product and quantity, one page at a time. Entries of a
   * deleted table remain readable; `list` shows its id. The `ETag` is the table's: send it as `If-Match` to
   * set entries only if nobody has changed them or the table since.
   */
  entries(id: number, query?: PriceTableEntryQuery, options?: ListOptions): List<PriceTableEntry> {
    return this.listOf('/price-table-entries/{price_table_id}', options, query, [id]);
  }

  /** Exports the entries that `entries` lists. */
  exportEntries<Format extends ExportFormat>(
    id: number,
    query: PriceTableEntryExportQuery<Format>,
    options?: RequestOptions,
  ): Export<PriceTableEntry, Format> {
    return this.exportOf('/exports/price-table-entries/{price_table_id}', options, query, [id]);
  }

  /**
   * Sets up to 1 000 prices at once, all or none. An entry is identified by its product and `min_quantity`:
   * an existing entry gets the new price, or is removed with `price: null`. Entries you don't send stay as
   * they are. Repeating the request has no further effect.
   */
  setEntries(
    id: number,
    body: PriceTableEntriesSet,
    options?: ChangeOptions,
  ): Reply<PriceTableEntriesResult> {
    return this.request('put', '/price-table-entries/{price_table_id}', options, [id], body);
  }
}
