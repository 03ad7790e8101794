import type { Answer, Query } from '../contract.ts';
import type { Http } from '../http.ts';
import { type List, PagedList } from '../pagination.ts';
import type { RequestOptions } from '../request-options.ts';

export type StockBalance = Answer<'StockBalance'>;
export type StockQuery = Query<'listStock'>;
export type StockMovement = Answer<'StockMovement'>;
export type StockMovementQuery = Query<'listStockMovements'>;

export class Stock {
  readonly #http: Http;

  /** @internal */
  constructor(http: Http) {
    this.#http = http;
  }

  /** What is on hand, reserved and available, a row for each product. */
  list(query?: StockQuery, options?: RequestOptions): List<StockBalance> {
    return new PagedList((cursor = query?.cursor) =>
      this.#http.send(options, (api, init) =>
        api.GET('/stock', { ...init, params: { query: { ...query, cursor } } }),
      ),
    );
  }

  /** The ledger: a row for every change of a balance. */
  movements(query?: StockMovementQuery, options?: RequestOptions): List<StockMovement> {
    return new PagedList((cursor = query?.cursor) =>
      this.#http.send(options, (api, init) =>
        api.GET('/stock-movements', { ...init, params: { query: { ...query, cursor } } }),
      ),
    );
  }
}
