import type { TradepostConfig } from './config.ts';
import type { Answer } from './contract.ts';
import { Http } from './http.ts';
import type { RequestOptions } from './request-options.ts';
import { Categories } from './resources/categories.ts';
import { Customers } from './resources/customers.ts';
import { Orders } from './resources/orders.ts';
import { Products } from './resources/products.ts';
import { Stock } from './resources/stock.ts';

export type Me = Answer<'Me'>;

/** A client for one API key, and so for one tenant. Make one and keep it: it holds no connection of its own. */
export class Tradepost {
  // Private fields are shown neither by util.inspect nor by JSON.stringify: the key stays out of logs.
  readonly #http: Http;
  readonly products: Products;
  readonly categories: Categories;
  readonly customers: Customers;
  readonly stock: Stock;
  readonly orders: Orders;

  constructor(config: TradepostConfig) {
    this.#http = new Http(config);
    this.products = new Products(this.#http);
    this.categories = new Categories(this.#http);
    this.customers = new Customers(this.#http);
    this.stock = new Stock(this.#http);
    this.orders = new Orders(this.#http);
  }

  /** The tenant, scopes, expiry and rate limit of the key. */
  me(options?: RequestOptions): Promise<Me> {
    return this.#http.send(options, (api, init) => api.GET('/me', init));
  }
}
