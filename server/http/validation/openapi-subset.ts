import { bundle } from '../../contract.ts';

const REF = /"\$ref":"#\/components\/(\w+)\/([^"]+)"/g;
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

type Components = Record<string, Record<string, unknown>>;
type PathItem = Record<string, object>;

/**
 * The contract with these paths alone, and of its components those that their requests lead to: the validator compiles with
 * all that it is given, and a document with everything for each path made a start take seconds.
 */
export function openApiSubset(pathNames: readonly string[]): object {
  const paths = Object.fromEntries(
    pathNames.map((name) => [name, withoutResponses(bundle.paths[name] as PathItem)]),
  );
  const all = bundle.components as unknown as Components;
  const components: Components = { securitySchemes: all.securitySchemes! };
  const pending: unknown[] = [paths];
  for (let next = pending.pop(); next !== undefined; next = pending.pop())
    for (const [, kind, name] of JSON.stringify(next).matchAll(REF)) {
      const group = components[kind!] ?? {};
      components[kind!] = group;
      if (name! in group) continue;
      group[name!] = all[kind!]![name!];
      pending.push(group[name!]);
    }
  return { ...bundle, paths, webhooks: {}, components };
}

/** The operations without their responses, which nobody checks here: they are most of the contract. */
function withoutResponses(item: PathItem): PathItem {
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name,
      METHODS.includes(name) ? { ...value, responses: {} } : value,
    ]),
  );
}
