import { prefix } from '../../contract-check/contract.ts';
import { findRoute } from '../../contract-check/find-route.ts';

/** The first example of the operation's body. */
export function exampleBody(method: string, path: string): unknown {
  const { operation } = findRoute(method, prefix + path);
  if (!operation) throw new Error(`The contract has no ${method} ${path}.`);
  const [example] = Object.values(operation.requestBody?.content['application/json']?.examples ?? {});
  return example?.value;
}
