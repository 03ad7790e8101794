import { contract, methodsOf, type Operation, type PathItem, prefix, resolve, scopesOf } from './contract.ts';

/** An operation of the contract with everything that is needed to call it. */
export interface RequestSample {
  operationId: string;
  method: string;
  /** With the prefix: `/api/v1/products/{product_id}`. */
  path: string;
  scopes: string[];
  /** The required query parameters: `format=csv`, or empty. */
  query: string;
  pathParameters: { name: string; isInteger: boolean }[];
  /** Those of the query, required or not. */
  parameterNames: string[];
  hasBody: boolean;
  /** The first example of the request body. */
  body: unknown;
  /** All of its examples. */
  bodies: unknown[];
}

export const requestSamples: RequestSample[] = Object.entries(contract.paths).flatMap(([path, item]) =>
  methodsOf(item).map(({ method, operation }) => ({
    operationId: operation.operationId,
    method,
    path: prefix + path,
    scopes: scopesOf(operation),
    query: requiredQuery(operation),
    pathParameters: pathParameters(item, operation),
    parameterNames: (operation.parameters ?? [])
      .map((parameter) => resolve(parameter))
      .flatMap((each) => (each.in === 'query' ? each.name : [])),
    hasBody: operation.requestBody !== undefined,
    body: examples(operation)[0],
    bodies: examples(operation),
  })),
);

function requiredQuery({ parameters = [] }: Operation): string {
  const required = parameters.map((parameter) => resolve(parameter)).filter((each) => each.in === 'query');
  return required
    .filter((parameter) => parameter.required)
    .map(({ name, example }) => `${name}=${example}`)
    .join('&');
}

function pathParameters(item: PathItem, operation: Operation): RequestSample['pathParameters'] {
  const all = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) =>
    resolve(parameter),
  );
  return all
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, schema }) => ({
      name,
      isInteger: typeof schema === 'object' && schema.type === 'integer',
    }));
}

function examples({ requestBody }: Operation): unknown[] {
  const [media] = Object.values(requestBody?.content ?? {});
  return Object.values(media?.examples ?? {}).map(({ value }) => value);
}

/** Replaces each `{name}` by its value. Values that the template doesn't name are ignored. */
export function fillPath(template: string, values: Record<string, string | number>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined)
      throw new Error(`${template} needs ${name}; got ${Object.keys(values).join(', ')}`);
    return encodeURIComponent(value);
  });
}
