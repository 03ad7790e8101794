import type { TradepostConfig } from './config.ts';
import type { Answer } from './contract.ts';
import { Http } from './http.ts';
import type { RequestOptions } from './request-options.ts';
import { Categories } from './resources/categories.ts';
import { Coupons } from './resources/coupons.ts';
import { Customers } from './resources/customers.ts';
import { Events } from './resources/events.ts';
import { Orders } from './resources/orders.ts';
import { PriceTables } from './resources/price-tables.ts';
import { Products } from './resources/products.ts';
import { Promotions } from './resources/promotions.ts';
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
  readonly priceTables: PriceTables;
  readonly promotions: Promotions;
  readonly coupons: Coupons;
  readonly orders: Orders;
  readonly events: Events;

  constructor(config: TradepostConfig) {
    this.#http = new Http(config);
    this.products = new Products(this.#http);
    this.categories = new Categories(this.#http);
    this.customers = new Customers(this.#http);
    this.stock = new Stock(this.#http);
    this.priceTables = new PriceTables(this.#http);
    this.promotions = new Promotions(this.#http);
    this.coupons = new Coupons(this.#http);
    this.orders = new Orders(this.#http);
    this.events = new Events(this.#http);
  }

  /** The tenant, scopes, expiry and rate limit of the key. */
  me(options?: RequestOptions): Promise<Me> {
    return this.#http.send(options, (api, init) => api.GET('/me', init));
  }
}
