import { type Contract, isMethod, operationTitle, segmentsOf } from './contract.ts';

/** The operations and webhooks that a JSON Pointer belongs to: its own, or all that use its component. */
export function operationsUsing(pointer: string, contract: Contract): string[] {
  const [section, name = '', third = ''] = segmentsOf(pointer);
  if (section === 'paths') {
    return isMethod(third) ? [operationTitle(name, third)] : operationsOf(name, contract.paths[name] ?? {});
  }
  if (section === 'webhooks') return [`webhook ${name}`];
  const component = `#/components/${name}/${third}`;
  return operations(contract).flatMap(({ title, node }) =>
    reaches(node, component, contract, new Set()) ? [title] : [],
  );
}

function operations({ paths, webhooks = {} }: Contract): { title: string; node: unknown }[] {
  const methods = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, node]) => ({ title: operationTitle(path, method), node })),
  );
  return [
    ...methods,
    ...Object.entries(webhooks).map(([kind, node]) => ({ title: `webhook ${kind}`, node })),
  ];
}

function operationsOf(path: string, item: object): string[] {
  return Object.keys(item).flatMap((method) => (isMethod(method) ? [operationTitle(path, method)] : []));
}

function reaches(node: unknown, component: string, contract: Contract, visited: Set<string>): boolean {
  return referencesIn(node).some((reference) => {
    if (reference === component) return true;
    if (visited.has(reference)) return false;
    visited.add(reference);
    const [, kind = '', name = ''] = segmentsOf(reference);
    return reaches(contract.components[kind]?.[name], component, contract, visited);
  });
}

// A discriminator's mapping has references as plain values.
function referencesIn(node: unknown): string[] {
  if (typeof node === 'string') return node.startsWith('#/components/') ? [node] : [];
  if (node === null || typeof node !== 'object') return [];
  return Object.values(node).flatMap(referencesIn);
}
