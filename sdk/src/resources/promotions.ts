// Generated from the contract by `npm run generate`. Do not edit.
import type {
  ExportFormat,
  Promotion,
  PromotionCreate,
  PromotionExportQuery,
  PromotionQuery,
  PromotionUpdate,
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

/** Discounts that apply by themselves. */
export class Promotions extends Resource {
  /** Returns promotions in the order of `sort`, one page at a time. */
  list(query?: PromotionQuery, options?: ListOptions): List<Promotion> {
    return this.listOf('/promotions', options, query);
  }

  /** Exports the promotions that `list` lists. */
  export<Format extends ExportFormat>(
    query: PromotionExportQuery<Format>,
    options?: RequestOptions,
  ): Export<Promotion, Format> {
    return this.exportOf('/exports/promotions', options, query);
  }

  /** Returns one promotion. */
  get(id: number, options?: RequestOptions): Reply<Promotion> {
    return this.request('get', '/promotions/{promotion_id}', options, [id]);
  }

  /**
   * Creates a promotion. It applies automatically to every order that meets its conditions, from `starts_at`
   * until just before `ends_at`. With `requires_coupon`, it applies only with a coupon that names it. An
   * order tries at most 100 automatic promotions, in the order below.
   *
   * The promotion with the highest `priority` applies first; if priorities are equal, the one with the lower
   * id. If it isn't `stackable`, it applies alone. Otherwise every other `stackable` promotion applies too,
   * to what the earlier ones have left. [How a total is computed](/docs/guides/totals) has every rule.
   */
  create(body: PromotionCreate, options?: CreateOptions): Reply<Promotion> {
    return this.request('post', '/promotions', options, [], body);
  }

  /**
   * Updates the fields you send; `discount`, `target` and `conditions` are replaced as a whole. Existing
   * orders keep their discounts. Setting `requires_coupon` to false while a coupon names the promotion is
   * refused with 409 `in_use`.
   */
  update(id: number, body: PromotionUpdate, options?: ChangeOptions): Reply<Promotion> {
    return this.request('patch', '/promotions/{promotion_id}', options, [id], body);
  }

  /**
   * Updates the promotion with this `external_id`, as `update` does. If there is none, creates it, as
   * `create` does, and the body must have every field that `create` requires. Sending the same request again
   * changes nothing.
   */
  upsert(externalId: string, body: PromotionUpdate, options?: UpsertOptions): Reply<Promotion> {
    return this.request('put', '/promotions/external/{external_id}', options, [externalId], body);
  }

  /**
   * Deletes a promotion. If a coupon names it, the response is 409 `in_use`. Existing orders keep their
   * discounts.
   */
  delete(id: number, options?: ChangeOptions): Reply<void> {
    return this.request('delete', '/promotions/{promotion_id}', options, [id]);
  }

  /** Returns the promotion with this `external_id`. */
  getByExternalId(externalId: string, options?: RequestOptions): Reply<Promotion> {
    return this.request('get', '/promotions/external/{external_id}', options, [externalId]);
  }

  /**
   * Does what `update` does, for the promotion with this `external_id`. If there is none, the response is
   * 404: `upsert` would create it.
   */
  updateByExternalId(externalId: string, body: PromotionUpdate, options?: ChangeOptions): Reply<Promotion> {
    return this.request('patch', '/promotions/external/{external_id}', options, [externalId], body);
  }

  /** Does what `delete` does, for the promotion with this `external_id`. */
  deleteByExternalId(externalId: string, options?: ChangeOptions): Reply<void> {
    return this.request('delete', '/promotions/external/{external_id}', options, [externalId]);
  }

  /**
   * A row whose `external_id` belongs to an existing promotion updates it, as `update` does. Every other row
   * creates a promotion, as `create` does. Each row succeeds or fails on its own. Results come in the order
   * of the rows: `status` is what the single request would have returned, with `data` or `problem`. A batch
   * counts as one request against the rate limit.
   */
  batch(
    items: BatchItem<PromotionCreate, PromotionUpdate>[],
    options?: CreateOptions,
  ): Reply<BatchResult<Promotion>[]> {
    return this.batchOf('/promotions/batch', items, options);
  }

  /**
   * Sends any number of items, 100 at a time, while you iterate the results. Each has its item. If a whole
   * batch fails, it throws; those before it are done.
   */
  batchAll(
    items: BatchItems<BatchItem<PromotionCreate, PromotionUpdate>>,
    options?: RequestOptions,
  ): AsyncGenerator<BatchAllResult<BatchItem<PromotionCreate, PromotionUpdate>, Promotion>, void, undefined> {
    return this.batchesOf('/promotions/batch', items, 100, options);
  }
}
