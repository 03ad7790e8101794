import type { Spec } from 'express-openapi-validator/dist/framework/openapi.spec.loader.js';
import { basePath, contractOperations } from '../../base/contract.ts';
import { adaptForValidator } from './adapt-for-validator.ts';
import { openApiSubset } from './openapi-subset.ts';

/** One path of the contract, as express-openapi-validator's own loader would hand it over. The validator changes it. */
export function validatorSpec(path: string): Spec {
  const operations = contractOperations.filter((operation) => operation.path === path);
  return {
    apiDoc: JSON.parse(JSON.stringify(openApiSubset([path])), adaptForValidator),
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
