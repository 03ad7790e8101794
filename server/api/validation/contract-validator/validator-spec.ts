import type { Spec } from 'express-openapi-validator/dist/framework/openapi.spec.loader.js';
import { basePath, bundle, contractOperations, pathItem } from '../../../base/contract.ts';
import { adaptForValidator } from './adapt-for-validator.ts';

const REF = /"\$ref":"#\/components\/(\w+)\/([^"]+)"/g;
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

type Components = Record<string, Record<string, unknown>>;
type PathItem = Record<string, object>;

/** One path of the contract, as express-openapi-validator's own loader would hand it over. The validator changes it. */
export function validatorSpec(path: string): Spec {
  const operations = contractOperations.filter((operation) => operation.path === path);
  return {
    apiDoc: JSON.parse(JSON.stringify(requestsOf(path)), adaptForValidator),
    basePaths: [basePath],
    routes: operations.map(({ method, route, parameters }) => ({
      basePath,
      expressRoute: route,
      openApiRoute: basePath + path,
      method: method.toUpperCase(),
      pathParams: parameters.filter((each) => each.in === 'path').map(({ name }) => name),
    })),
    // Tells the responses' validators of several contracts apart, which we don't use.
    serial: 0,
  };
}

/**
 * The contract reduced to a path and the components that its requests refer to. The validator compiles everything it is given: with the
 * whole contract for each path the start took seconds.
 */
function requestsOf(path: string): object {
  const paths = { [path]: withoutResponses(pathItem(path) as PathItem) };
  const all = bundle.components as unknown as Components;
  const components: Components = { securitySchemes: all.securitySchemes! };
  const pending: unknown[] = [paths];
  while (pending.length > 0)
    for (const [, kind, name] of JSON.stringify(pending.pop()).matchAll(REF)) {
      const group = components[kind!] ?? {};
      components[kind!] = group;
      if (name! in group) continue;
      group[name!] = all[kind!]![name!];
      pending.push(group[name!]);
    }
  return { openapi: bundle.openapi, paths, components };
}

/** Responses are most of the contract, and aren't validated here. */
function withoutResponses(item: PathItem): PathItem {
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name,
      METHODS.includes(name) ? { ...value, responses: {} } : value,
    ]),
  );
}
