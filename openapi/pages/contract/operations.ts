import { operationsOf } from '../../sdk/document.ts';
import type { Document, OperationObject } from './document.ts';

export interface Operation extends OperationObject {
  /** Method and path as a client sends them: `GET /api/v1/products/{product_id}`. */
  readonly route: string;
  /** Where Swagger UI shows it. */
  readonly link: string;
}

export const readOperations = (document: Document): Operation[] =>
  (operationsOf(document) as OperationObject[]).map((operation) => ({
    ...operation,
    route: `${operation.method.toUpperCase()} ${document.servers[0]!.url}${operation.path}`,
    link: `/docs/#/${encodeURIComponent(operation.tags[0]!)}/${operation.operationId}`,
  }));
