import { type Contract, type Node, operationTitle, segmentsOf, valueAt } from './contract.ts';

/** The members of the contract whose keys are names that a reader knows. */
const NAMED = new Set(['properties', 'responses', 'headers', 'content', 'x-problems', 'x-defaults']);

const KINDS: Readonly<Record<string, string>> = {
  schemas: '',
  parameters: 'parameter ',
  responses: 'response ',
  headers: 'header ',
};

/**
 * What a JSON Pointer points at, in words for the changelog: `GET /products sort`, `GET /products 200 text/csv`,
 * `order.created`, `Product.price`, `parameter Limit`.
 */
export function placeOf(pointer: string, contract: Contract): string {
  const segments = segmentsOf(pointer);
  const [section, name = '', third = ''] = segments;
  if (section === 'paths') {
    return [operationTitle(name, third), ...namesIn(segments, 2, contract)].join(' ');
  }
  if (section === 'webhooks') return [name, ...namesIn(segments, 3, contract)].join(' ');
  if (section === 'components') {
    const part = `${KINDS[name] ?? `${name} `}${third}`;
    return [part, ...namesIn(segments, 3, contract)].join(name === 'schemas' ? '.' : ' ');
  }
  return segments.join('.');
}

function namesIn(segments: readonly string[], start: number, contract: Contract): string[] {
  const names: string[] = [];
  for (let index = start; index < segments.length - 1; index += 1) {
    const next = segments[index + 1]!;
    if (segments[index] === 'parameters') {
      names.push(parameterName(segments.slice(0, index + 2), contract));
      index += 1;
    } else if (NAMED.has(segments[index]!)) {
      names.push(next);
      index += 1;
    }
  }
  return names;
}

function parameterName(segments: readonly string[], contract: Contract): string {
  const parameter = valueAt(contract, segments) as Node | undefined;
  const reference = parameter?.$ref;
  const target = typeof reference === 'string' ? valueAt(contract, segmentsOf(reference)) : parameter;
  return String((target as Node | undefined)?.name ?? segments.at(-1));
}
