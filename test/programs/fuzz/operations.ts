// The contract's operations in the form the request generator needs.
import {
  allowedMethods,
  contract,
  methodsOf,
  type Operation,
  type Parameter,
  prefix,
  resolve,
  type Schema,
  scopesOf,
} from '../../contract-check/contract.ts';

export interface FuzzOperation {
  readonly id: string;
  readonly method: string;
  /** With the prefix: `/api/v1/products/{product_id}`. */
  readonly template: string;
  /** The table of the operation's resource, named by its tag. */
  readonly table: string;
  readonly methodsOfPath: readonly string[];
  readonly pathParameters: readonly Parameter[];
  readonly queryParameters: readonly Parameter[];
  readonly headerNames: readonly string[];
  readonly bodySchema: Schema | undefined;
  /** The media types of its 200. */
  readonly media: readonly string[];
  readonly scopes: readonly string[];
  /** False for reads, and for a POST that only computes a response. */
  readonly writes: boolean;
  readonly isBatch: boolean;
}

export const operations: readonly FuzzOperation[] = Object.entries(contract.paths).flatMap(([path, item]) =>
  methodsOf(item).map(({ method, operation }) => {
    const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) =>
      resolve(parameter),
    );
    const [media] = Object.values(operation.requestBody?.content ?? {});
    return {
      id: operation.operationId,
      method,
      template: prefix + path,
      table: operation.tags[0]!.replaceAll(' ', '_'),
      methodsOfPath: allowedMethods(item),
      pathParameters: parameters.filter((parameter) => parameter.in === 'path'),
      queryParameters: parameters.filter((parameter) => parameter.in === 'query'),
      headerNames: parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name),
      bodySchema: media?.schema,
      media: mediaOf(operation),
      scopes: scopesOf(operation),
      writes: method !== 'GET' && !('x-read-only-because' in operation),
      isBatch: path.endsWith('/batch'),
    };
  }),
);

export const operationById = new Map(operations.map((operation) => [operation.id, operation]));

function mediaOf({ responses }: Operation): string[] {
  const success = responses['200'];
  return success ? Object.keys(resolve(success).content ?? {}) : [];
}
