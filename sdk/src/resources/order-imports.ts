import type { Order, OrderImportItem } from '../../../generated/sdk-types.ts';
import { ImportStoppedError } from '../errors/import-stopped-error.ts';
import { pageAfter } from '../lists/pagination.ts';
import { createReply, type ParsedResponse, type Reply } from '../transport/api-promise.ts';
import { CHECKS } from '../transport/checks.ts';
import { jsonText } from '../transport/json-body.ts';
import type { RequestOptions } from '../transport/request-options.ts';
import type { BatchItems } from './batch.ts';
import type { ReadOrders } from './find-order.ts';
import type { ImportAllOptions, ImportAllResult, Send, Stopped } from './import-all.ts';
import { Resource } from './resource.ts';

/** The base of `Orders`, for what isn't a single operation. */
export abstract class OrderImports extends Resource {
  /** Returns the order with this `external_id`. It reads the list, and throws a `NotFoundError` if that is empty. */
  getByExternalId(externalId: string, options?: RequestOptions): Reply<Order> {
    return createReply(this.#find(externalId, options));
  }

  async #find(externalId: string, options?: RequestOptions): Promise<ParsedResponse<Order>> {
    const { findOrder } = await import('./find-order.ts');
    const read: ReadOrders = (query, faultOf) => this.pageOf('/orders', options, query, faultOf);
    return findOrder(externalId, read, pageAfter(undefined), CHECKS);
  }

  /**
   * Records any number of orders while you iterate the results: up to 100 a request, fewer where they are large, one request after the
   * other. If a request fails, it throws an `ImportStoppedError`, whose `index` says which order it began with, or which order JSON can't
   * have: those before it are done. Send all of them again, or those from there on. Orders that are there already are `unchanged`.
   */
  async *importAll(
    orders: BatchItems<OrderImportItem>,
    options: ImportAllOptions = {},
  ): AsyncGenerator<ImportAllResult, void, undefined> {
    // A file of its own, like the sending of batches.
    const { importInRequests } = await import('./import-all.ts');
    const stopped: Stopped = (index, cause) => new ImportStoppedError(index, cause);
    const send: Send = (body, request) => this.resultsOf('/orders/import', body, request);
    yield* importInRequests(orders, options, CHECKS, jsonText, stopped, send);
  }
}
