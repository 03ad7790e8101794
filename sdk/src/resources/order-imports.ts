import type { OrderImport, OrderImportItem } from '../../../generated/sdk-types.ts';
import { ImportStoppedError } from '../errors/import-stopped-error.ts';
import { CHECKS } from '../transport/checks.ts';
import { jsonText } from '../transport/json-body.ts';
import type { RequestOptions } from '../transport/request-options.ts';
import type { BatchItems } from './batch.ts';
import type { ImportAllResult, ImportProgress } from './import-all.ts';
import { Resource } from './resource.ts';

export interface ImportAllOptions extends RequestOptions, Pick<OrderImport, 'stock' | 'events'> {
  /** Called after each request, with what was done so far. */
  onProgress?: ((progress: ImportProgress) => void) | undefined;
}

/** The base of `Orders`, for what isn't a single operation. */
export abstract class OrderImports extends Resource {
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
    yield* importInRequests(orders, options, {
      checks: CHECKS,
      toJson: jsonText,
      stopped: (index, cause) => new ImportStoppedError(index, cause),
      send: (body, request) => this.resultsOf('/orders/import', body, request),
    });
  }
}
