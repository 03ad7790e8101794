// Generated from the contract by `npm run generate`. Do not edit.
import type {
  Category,
  CategoryCreate,
  CategoryExportQuery,
  CategoryQuery,
  CategoryUpdate,
  ExportFormat,
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

/** The tree that products are sorted into. */
export class Categories extends Resource {
  /**
   * Returns categories in the order of `sort`, one page at a time. Use `parent_id` to list the direct
   * children of a category.
   */
  list(query?: CategoryQuery, options?: ListOptions): List<Category> {
    return this.listOf('/categories', options, query);
  }

  /** Exports the categories that `list` lists. */
  export<Format extends ExportFormat>(
    query: CategoryExportQuery<Format>,
    options?: RequestOptions,
  ): Export<Category, Format> {
    return this.exportOf('/exports/categories', options, query);
  }

  /** Returns one category. */
  get(id: number, options?: RequestOptions): Reply<Category> {
    return this.request('get', '/categories/{category_id}', options, [id]);
  }

  /**
   * Creates a category. If you leave out `slug`, one is generated from the name, with a number appended if
   * it's taken.
   */
  create(body: CategoryCreate, options?: CreateOptions): Reply<Category> {
    return this.request('post', '/categories', options, [], body);
  }

  /**
   * Updates the fields you send. A new `parent_id` moves the category together with everything below it. A
   * category can't be moved below itself, and the tree can't become deeper than 5 levels.
   */
  update(id: number, body: CategoryUpdate, options?: ChangeOptions): Reply<Category> {
    return this.request('patch', '/categories/{category_id}', options, [id], body);
  }

  /**
   * Updates the category with this `external_id`, as `update` does. If there is none, creates it, as
   * `create` does, and the body must have every field that `create` requires. Sending the same request again
   * changes nothing.
   */
  upsert(externalId: string, body: CategoryUpdate, options?: UpsertOptions): Reply<Category> {
    return this.request('put', '/categories/external/{external_id}', options, [externalId], body);
  }

  /** Deletes a category. If products or other categories are still in it, the response is 409 `in_use`. */
  delete(id: number, options?: ChangeOptions): Reply<void> {
    return this.request('delete', '/categories/{category_id}', options, [id]);
  }

  /** Returns the category with this `external_id`. */
  getByExternalId(externalId: string, options?: RequestOptions): Reply<Category> {
    return this.request('get', '/categories/external/{external_id}', options, [externalId]);
  }

  /**
   * Does what `update` does, for the category with this `external_id`. If there is none, the response is
   * 404: `upsert` would create it.
   */
  updateByExternalId(externalId: string, body: CategoryUpdate, options?: ChangeOptions): Reply<Category> {
    return this.request('patch', '/categories/external/{external_id}', options, [externalId], body);
  }

  /** Does what `delete` does, for the category with this `external_id`. */
  deleteByExternalId(externalId: string, options?: ChangeOptions): Reply<void> {
    return this.request('delete', '/categories/external/{external_id}', options, [externalId]);
  }

  /**
   * A row whose `external_id` belongs to an existing category updates it, as `update` does. Every other row
   * creates a category, as `create` does. Each row succeeds or fails on its own. Results come in the order
   * of the rows: `status` is what the single request would have returned, with `data` or `problem`. A batch
   * counts as one request against the rate limit.
   */
  batch(
    items: BatchItem<CategoryCreate, CategoryUpdate>[],
    options?: CreateOptions,
  ): Reply<BatchResult<Category>[]> {
    return this.batchOf('/categories/batch', items, options);
  }

  /**
   * Sends any number of items, 100 at a time, while you iterate the results. Each has its item. If a whole
   * batch fails, it throws; those before it are done.
   */
  batchAll(
    items: BatchItems<BatchItem<CategoryCreate, CategoryUpdate>>,
    options?: RequestOptions,
  ): AsyncGenerator<BatchAllResult<BatchItem<CategoryCreate, CategoryUpdate>, Category>, void, undefined> {
    return this.batchesOf('/categories/batch', items, 100, options);
  }
}
