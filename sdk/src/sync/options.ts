import type {
  Category,
  Coupon,
  Customer,
  Order,
  PriceTable,
  Product,
  Promotion,
  StockBalance,
} from '../../../generated/sdk-types.ts';
import type { CursorStore } from '../events/cursors/cursor-store.ts';

/** The lists that can be copied, by their names in the client, and their rows. */
export interface SyncRows {
  /** With their stock as of their last change. */
  products: Product;
  /** In no order of the tree. */
  categories: Category;
  /** With their addresses. */
  customers: Customer;
  /** Balances, by `product_id`. */
  stock: StockBalance;
  /** Without their entries. */
  priceTables: PriceTable;
  /** Ended ones too. */
  promotions: Promotion;
  /** With their uses as of their last change. */
  coupons: Coupon;
  /** With their lines, payments and history. */
  orders: Order;
}

export type SyncList = keyof SyncRows;

/** What your copy has to take over. With `switch (change.list)`, `rows` has the type of the list. */
export type SyncChange<List extends SyncList = SyncList> = {
  [Each in List]: {
    /** Its name. */
    list: Each;
    /**
     * In the order of their last changes. A row with `deleted_at` isn't there any more. `stock` of products, `times_used` of coupons
     * and `sku` of balances change without a change of their row: they are as old as the row's last change.
     */
    rows: SyncRows[Each][];
    /**
     * The number of the load, from 1. Save it with each row. A new load begins when Tradepost had to continue from a backup: it may have
     * lost rows that your copy has.
     */
    load: number;
    /** Set once, without rows, when a load has brought the whole list: delete its rows with another `load` from your copy. */
    isLoaded: boolean;
  };
}[List];

/** How far a list is. */
export interface SyncProgress<List extends SyncList = SyncList> {
  /** Its name. */
  list: List;
  /** The rows that this call of `sync` has brought so far. */
  rows: number;
}

export interface SyncOptions<List extends SyncList = SyncList> {
  /** The lists to copy, in this order: `['products', 'customers', 'orders']`. */
  lists: readonly List[];
  /** Where the sync remembers how far it is: `fileCursorStore`, `postgresCursorStore`, `redisCursorStore`, or your own. One for each copy. */
  store: CursorStore;
  /**
   * Takes rows over into your copy, at most 200 at once. Return when they are saved: after a crash, what was brought since comes again.
   * So insert or replace each row by its `id`, or by `product_id` for `stock`.
   */
  apply(change: SyncChange<List>): void | Promise<void>;
  /** Called after each `apply` with rows. What it throws ends the sync, as with `apply`. */
  onProgress?: ((progress: SyncProgress<List>) => void | Promise<void>) | undefined;
  /**
   * Goes on with this pause after each pass, in milliseconds, until `signal` aborts, and waits for outages of Tradepost. Without it,
   * `sync` returns after one pass. `hooks` and `logging` of the client show outages. What `apply` and the store throw ends the sync.
   */
  everyMs?: number | undefined;
  /** Aborting it ends the sync after the current `apply`, without an error. */
  signal?: AbortSignal | undefined;
}

/** How many rows were brought, by list. */
export type SyncReport<List extends SyncList = SyncList> = Record<List, number>;
