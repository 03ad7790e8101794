import { type Contract, isMethod, membersOf, operationsOf, operationTitle, segmentsOf } from './contract.ts';

/** The operations and webhooks that a JSON Pointer belongs to: its own, or all that use its component. */
export function operationsUsing(pointer: string, contract: Contract): string[] {
  const [section, name = '', third = ''] = segmentsOf(pointer);
  if (section === 'paths' && isMethod(third)) return [operationTitle(name, third)];
  if (section === 'paths') return titles(operationsOf(contract).filter(({ path }) => path === name));
  if (section === 'webhooks') return [`webhook ${name}`];
  const component = `#/components/${name}/${third}`;
  const webhooks = Object.entries(contract.webhooks ?? {});
  const parts = [
    ...membersOf(contract),
    ...webhooks.map(([kind, node]) => ({ title: `webhook ${kind}`, node })),
  ];
  return titles(parts.filter(({ node }) => reaches(node, component, contract, new Set())));
}

const titles = (parts: readonly { readonly title: string }[]): string[] => parts.map(({ title }) => title);

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
function referencesIn(node: unknown = null): string[] {
  return [...JSON.stringify(node).matchAll(/"(#\/components\/[^"]+)"/g)].map(([, reference]) => reference!);
}
