import type { Client } from 'openapi-fetch';
import type { paths } from '../../../generated/openapi.ts';
import type { Me } from '../../../generated/sdk-types.ts';
import { retryAfterMs } from '../errors/retry-after.ts';
import { Categories } from '../resources/categories.ts';
import { Coupons } from '../resources/coupons.ts';
import { Customers } from '../resources/customers.ts';
import { Events } from '../resources/events.ts';
import { Orders } from '../resources/orders.ts';
import { PriceTables } from '../resources/price-tables.ts';
import { Products } from '../resources/products.ts';
import { Promotions } from '../resources/promotions.ts';
import { Reports } from '../resources/reports.ts';
import { Stock } from '../resources/stock.ts';
import type { SyncList, SyncOptions, SyncReport } from '../sync/options.ts';
import type { Reply } from '../transport/api-promise.ts';
import { checkNames, checkPlain, checkType } from '../transport/check-options.ts';
import { CHECKS } from '../transport/checks.ts';
import { TRANSPORT_OPTIONS } from '../transport/config.ts';
import { pacing } from '../transport/pacing.ts';
import type { RequestOptions } from '../transport/request-options.ts';
import { type RetryTiming, retries } from '../transport/retries.ts';
import { Transport } from '../transport/transport.ts';
import { environmentVariable, type TradepostConfig } from './config.ts';

const OPTIONS: readonly string[] = [
  ...TRANSPORT_OPTIONS,
  ...(['maxRetries', 'retryTiming', 'pace'] satisfies (keyof TradepostConfig)[]),
];

/** A client for one API key, and so for one tenant. Create one and keep it. It holds no connections of its own. */
export class Tradepost {
  // util.inspect and JSON.stringify don't show private fields, so the key stays out of logs.
  readonly #config: TradepostConfig;
  readonly #transport: Transport;
  /** What the tenant sells. */
  readonly products: Products;
  /** The tree that products are sorted into. */
  readonly categories: Categories;
  /** People and companies that buy. */
  readonly customers: Customers;
  /** Balances, and the ledger of their changes. */
  readonly stock: Stock;
  /** Prices for some customers, such as wholesale. */
  readonly priceTables: PriceTables;
  /** Discounts that apply by themselves. */
  readonly promotions: Promotions;
  /** Codes that buyers redeem for a discount. */
  readonly coupons: Coupons;
  /** Orders, their payments and their deliveries. */
  readonly orders: Orders;
  /** Sums of orders. */
  readonly reports: Reports;
  /** The events that webhooks deliver, as a feed. */
  readonly events: Events;

  constructor(config: TradepostConfig = {}) {
    checkNames(config, OPTIONS);
    const { maxRetries, retryTiming, pace, ...rest } = config;
    const {
      apiKey = environmentVariable('TRADEPOST_API_KEY'),
      baseUrl = environmentVariable('TRADEPOST_URL'),
    } = config;
    const { runtime } = rest;
    checkType('pace', pace, 'boolean');
    this.#config = config;
    this.#transport = new Transport({
      ...rest,
      apiKey,
      baseUrl,
      // Pacing is inside, so that each retry is paced too.
      fetchWrappers: [
        retries({ maxRetries, retryTiming: pace ? pacedTiming(retryTiming) : retryTiming, runtime }),
        ...(pace ? [pacing({ runtime, shareAs: `${baseUrl} ${apiKey}` })] : []),
      ],
    });
    this.products = new Products(this.#transport);
    this.categories = new Categories(this.#transport);
    this.customers = new Customers(this.#transport);
    this.stock = new Stock(this.#transport);
    this.priceTables = new PriceTables(this.#transport);
    this.promotions = new Promotions(this.#transport);
    this.coupons = new Coupons(this.#transport);
    this.orders = new Orders(this.#transport);
    this.reports = new Reports(this.#transport);
    this.events = new Events(this.#transport);
  }

  /**
   * openapi-fetch's client: `tp.client.GET('/products', { params: { query: { limit: 5 } } })`. It has the key, retries,
   * pacing, idempotency keys and hooks of this client. It returns `{ data, error, response }` and throws only if there
   * is no response. `tp.client.use()` adds your middleware, which sees the key and the calls of all resources too.
   */
  get client(): Client<paths> {
    return this.#transport.client;
  }

  /**
   * A client like this one with some options changed. Both share pacing. Middleware of `client.use()` isn't copied.
   */
  withOptions(options: TradepostConfig): Tradepost {
    return new Tradepost({ ...this.#config, ...checkPlain('options', options) });
  }

  /** The tenant, scopes, expiry and rate limit of the key. */
  me(options?: RequestOptions): Reply<Me> {
    return this.#transport.send('get', '/me', {}, options);
  }

  /**
   * Keeps a copy of lists, of the whole first and then of what has changed: rows that were deleted too, and all of them anew when
   * Tradepost had to continue from a backup. The state is in `store`, so a program that was killed goes on where it was. Nothing is missed, and
   * what was being applied comes again. The key needs the read scope of each list.
   */
  async sync<List extends SyncList>(options: SyncOptions<List>): Promise<SyncReport<List>> {
    const { syncLists } = await import('../sync/sync-lists.ts');
    return syncLists(options, this, { checks: CHECKS, retryAfterMs, sleep: this.#transport.sleep });
  }
}

/** A paced call may wait for its turn for minutes, which p-retry would take for slow attempts. */
const pacedTiming = (timing?: RetryTiming): RetryTiming => ({
  ...timing,
  maxRetryTime: timing?.maxRetryTime ?? Infinity,
});
