import { bundle } from '../../base/contract.ts';

const REF = /"\$ref":"#\/components\/(\w+)\/([^"]+)"/g;
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

type Components = Record<string, Record<string, unknown>>;
type PathItem = Record<string, object>;

/**
 * The contract reduced to some paths and the components that their requests refer to. The validator compiles
 * everything it is given: with the whole contract for each path the start took seconds.
 */
export function openApiSubset(pathNames: readonly string[]): object {
  const paths = Object.fromEntries(
    pathNames.map((name) => [name, withoutResponses(bundle.paths[name] as PathItem)]),
  );
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
