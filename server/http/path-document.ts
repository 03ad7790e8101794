import { bundle } from '../contract.ts';

const REF = /"\$ref":"#\/components\/(\w+)\/([^"]+)"/g;

type Components = Record<string, Record<string, unknown>>;

/**
 * The contract with one path alone, and of its components those that the path leads to: the validator compiles with all
 * that it is given, and a document with everything for each path made a start take seconds.
 */
export function documentOf(path: string): object {
  const item = bundle.paths[path]!;
  const all = bundle.components as unknown as Components;
  const components: Components = { securitySchemes: all.securitySchemes! };
  const rest: unknown[] = [item];
  for (let next = rest.pop(); next !== undefined; next = rest.pop())
    for (const [, kind, name] of JSON.stringify(next).matchAll(REF)) {
      const group = components[kind!] ?? {};
      components[kind!] = group;
      if (name! in group) continue;
      group[name!] = all[kind!]![name!];
      rest.push(group[name!]);
    }
  return { ...bundle, paths: { [path]: item }, webhooks: {}, components };
}
