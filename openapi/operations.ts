import {
  type Document,
  type Media,
  nameOf,
  type OperationObject,
  type Parameter,
  resolve,
  type Schema,
} from './document.ts';

/** An operation with what its path says, and without references to parameters and responses. */
export interface Operation extends OperationObject {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** Method and path as a client sends them: `GET /api/v1/products/{product_id}`. */
  readonly route: string;
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

export function operationsOf({ paths, components, servers }: Document): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => {
      const operation = item[method]!;
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
      const responses = Object.entries(operation.responses);
      return {
        ...operation,
        method,
        path,
        parameters: parameters.map((each) => resolve(each, components.parameters)),
        responses: Object.fromEntries(
          responses.map(([status, each]) => [status, resolve(each, components.responses)]),
        ),
        route: `${method.toUpperCase()} ${servers[0]!.url}${path}`,
      };
    }),
  );
}

const schemaOf = (content: Readonly<Record<string, Media>> | undefined): string | undefined => {
  const ref = content?.['application/json']?.schema?.$ref;
  return ref && nameOf(ref);
};

/** The name of the schema of its body. */
export const bodyOf = ({ requestBody }: OperationObject): string | undefined =>
  schemaOf(requestBody?.content);

/** The first status 2xx. */
export const successOf = ({ responses }: OperationObject): string =>
  Object.keys(responses).find((status) => status.startsWith('2'))!;

/** The name of the schema of its first response with status 2xx. */
export const resultOf = (operation: OperationObject): string | undefined =>
  schemaOf(operation.responses[successOf(operation)]?.content);

export const isExport = ({ path }: Operation): boolean => path.startsWith('/exports/');

/** /exports/products has the rows of /products; an export with rows of its own names the list that selects them. */
export const listOf = (of: Operation, operations: readonly Operation[]): Operation | undefined =>
  operations.find((each) =>
    of['x-rows-of']
      ? each.operationId === of['x-rows-of']
      : each.method === 'get' && `/exports${each.path}` === of.path,
  );

/** The schema of the rows of an export, if they aren't those of a list. */
export function ownRowOf({ responses }: Operation): string | undefined {
  const ref = responses['200']?.content?.['application/x-ndjson']?.schema?.contentSchema?.$ref;
  return ref && nameOf(ref);
}

export const isBatch = ({ path }: Operation): boolean => path.endsWith('/batch');

/** The type of the fields by which a batch may find its rows: `'external_id' | 'sku'`. */
export const matchFieldsOf = ({ properties }: Schema): string | undefined =>
  properties?.match_by?.enum?.map((field) => `'${field}'`).join(' | ');

/** The schema of a row of a batch's result. */
export const rowOfBatch = (operation: Operation): string => resultOf(operation)!.replace(/Result$/, 'Row');
