import type { ExportQuery, Input, Output, Query } from '../contract.ts';
import { type List, PagedList } from '../pagination.ts';
import type { Reply } from '../reply.ts';
import type { ChangeOptions, RequestOptions } from '../request-options.ts';
import { Resource } from '../resource.ts';
import type { Export, Transport } from '../transport.ts';

export type PriceTable = Output<'PriceTable'>;
export type PriceTableCreate = Input<'PriceTableCreate'>;
export type PriceTableUpdate = Input<'PriceTableUpdate'>;
export type PriceTableUpsert = Input<'PriceTableUpsert'>;
export type PriceTableQuery = Query<'listPriceTables'>;
export type PriceTableEntry = Output<'PriceTableEntry'>;
export type PriceTableEntryQuery = Query<'listPriceTableEntries'>;
export type PriceTableEntriesSet = Input<'PriceTableEntriesSet'>;
export type PriceTableEntriesResult = Output<'PriceTableEntriesResult'>;

export class PriceTables extends Resource<
  PriceTable,
  PriceTableCreate,
  PriceTableUpdate,
  PriceTableQuery,
  PriceTableUpsert
> {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    super(transport, '/price-tables');
    this.#transport = transport;
  }

  /** The prices of a `fixed` table: a row per product and minimum quantity. */
  entries(id: number, query?: PriceTableEntryQuery, options?: RequestOptions): List<PriceTableEntry> {
    return new PagedList((cursor = query?.cursor) =>
      this.#transport.send(
        'get',
        '/price-table-entries/{price_table_id}',
        { path: { price_table_id: id }, query: { ...query, cursor } },
        options,
      ),
    );
  }

  /**
   * Sets up to 1000 prices, all or none, and removes those whose price is null. Other entries stay as they are.
   * `ifMatch` is the version of the table.
   */
  setEntries(
    id: number,
    body: PriceTableEntriesSet,
    options?: ChangeOptions,
  ): Reply<PriceTableEntriesResult> {
    return this.#transport.send(
      'put',
      '/price-table-entries/{price_table_id}',
      { path: { price_table_id: id }, body },
      options,
    );
  }

  /** All entries in one response, as CSV or NDJSON. */
  exportEntries(
    id: number,
    query: ExportQuery<PriceTableEntryQuery>,
    options?: RequestOptions,
  ): Reply<Export> {
    return this.#transport.export(
      '/exports/price-table-entries/{price_table_id}',
      { path: { price_table_id: id }, query },
      options,
    );
  }
}
