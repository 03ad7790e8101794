// Generated from the contract by `npm run generate`. Do not edit.
import type {
  ExportFormat,
  Product,
  ProductCreate,
  ProductExportQuery,
  ProductQuery,
  ProductUpdate,
  ProductUpsert,
  StockAdjustment,
  StockAdjustmentCreate,
} from '../../../generated/sdk-types.ts';
import type { Export } from '../lists/export.ts';
import type { List } from '../lists/pagination.ts';
import type { Reply } from '../transport/api-promise.ts';
import type {
  ChangeOptions,
  CreateOptions,
  ListOptions,
  MatchOptions,
  RequestOptions,
  UpsertOptions,
} from '../transport/request-options.ts';
import type { BatchAllResult, BatchItem, BatchItems, BatchResult } from './batch.ts';
import { Resource } from './resource.ts';

/** What the tenant sells. */
export class Products extends Resource {
  /** Returns products in the order of `sort`, one page at a time. */
  list(query?: ProductQuery, options?: ListOptions): List<Product> {
    return this.listOf('/products', options, query);
  }

  /** Exports the products that `list` lists. */
  export<Format extends ExportFormat>(
    query: ProductExportQuery<Format>,
    options?: RequestOptions,
  ): Export<Product, Format> {
    return this.exportOf('/exports/products', options, query);
  }

  /**
   * Returns one product with its stock. A deleted product isn't found here; list products with
   * `include_deleted` to see it.
   */
  get(id: number, options?: RequestOptions): Reply<Product> {
    return this.request('get', '/products/{product_id}', options, [id]);
  }

  /** Creates a product, with the stock that `stock` counts. Emits `product.created`. */
  create(body: ProductCreate, options?: CreateOptions): Reply<Product> {
    return this.request('post', '/products', options, [], body);
  }

  /**
   * Updates the fields you send. If a value actually changes, emits `product.updated` with `changed_fields`;
   * sending the current values changes nothing and emits nothing. To change stock, use a stock adjustment.
   */
  update(id: number, body: ProductUpdate, options?: ChangeOptions): Reply<Product> {
    return this.request('patch', '/products/{product_id}', options, [id], body);
  }

  /**
   * Updates the product with this `external_id`, as `update` does. If there is none, creates it, as `create`
   * does, and the body must have every field that `create` requires. `stock` is only for a product that
   * doesn't exist yet. Without it, sending the same request again changes nothing.
   */
  upsert(externalId: string, body: ProductUpsert, options?: UpsertOptions): Reply<Product> {
    return this.request('put', '/products/external/{external_id}', options, [externalId], body);
  }

  /**
   * Deletes a product. It can no longer be sold, and another product can take its SKU and external id.
   * Existing orders keep it. Emits `product.deleted`. While orders have some of it reserved, the response is
   * 409 `in_use`.
   */
  delete(id: number, options?: ChangeOptions): Reply<void> {
    return this.request('delete', '/products/{product_id}', options, [id]);
  }

  /** Returns the product with this `external_id`. */
  getByExternalId(externalId: string, options?: RequestOptions): Reply<Product> {
    return this.request('get', '/products/external/{external_id}', options, [externalId]);
  }

  /**
   * Does what `update` does, for the product with this `external_id`. If there is none, the response is 404:
   * `upsert` would create it.
   */
  updateByExternalId(externalId: string, body: ProductUpdate, options?: ChangeOptions): Reply<Product> {
    return this.request('patch', '/products/external/{external_id}', options, [externalId], body);
  }

  /** Does what `delete` does, for the product with this `external_id`. */
  deleteByExternalId(externalId: string, options?: ChangeOptions): Reply<void> {
    return this.request('delete', '/products/external/{external_id}', options, [externalId]);
  }

  /**
   * A row whose `external_id` belongs to an existing product updates it, as `update` does. Every other row
   * creates a product, as `create` does, and may have `stock`. With `matchBy: 'sku'` the rows find their
   * products by SKU instead. Each row succeeds or fails on its own. Results come in the order of the rows:
   * `status` is what the single request would have returned, with `data` or `problem`. A batch counts as one
   * request against the rate limit.
   */
  batch<By extends 'external_id' | 'sku' = 'external_id'>(
    items: BatchItem<ProductCreate, ProductUpsert, By>[],
    options?: CreateOptions & MatchOptions<By>,
  ): Reply<BatchResult<Product>[]> {
    return this.batchOf('/products/batch', items, options);
  }

  /**
   * Sends any number of items, 100 at a time, while you iterate the results. Each has its item. If a whole
   * batch fails, it throws; those before it are done.
   */
  batchAll<By extends 'external_id' | 'sku' = 'external_id'>(
    items: BatchItems<BatchItem<ProductCreate, ProductUpsert, By>>,
    options?: RequestOptions & MatchOptions<By>,
  ): AsyncGenerator<BatchAllResult<BatchItem<ProductCreate, ProductUpsert, By>, Product>, void, undefined> {
    return this.batchesOf('/products/batch', items, 100, options);
  }

  /**
   * `set` replaces `on_hand` with the quantity you send. `delta` adds the quantity, or subtracts it if it's
   * negative. `on_hand` can't fall below 0. If you send `expected_on_hand` and it differs from `on_hand`,
   * the response is 409 `stale_stock` and nothing is written.
   */
  adjustStock(id: number, body: StockAdjustmentCreate, options?: CreateOptions): Reply<StockAdjustment> {
    return this.request('post', '/stock/{product_id}/adjustments', options, [id], body);
  }
}
