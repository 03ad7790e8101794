import type { Schema } from '../../document.ts';
import type { ReferenceWords } from './words.ts';

/** Rules between the fields of an object: openapi/README.md has their forms. */
interface Rules extends Schema {
  readonly not?: Schema;
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
}

/** Sentences about the fields that go together, such as: Exactly one of `product_id`, `sku` and `external_id`. */
export function rulesOf({ oneOf = [], not, dependentRequired = {} }: Rules, words: ReferenceWords): string[] {
  const choices = oneOf.flatMap(({ required = [] }) => (required.length === 1 ? required : []));
  const pairs = [...(not?.required ? [not] : []), ...(not?.anyOf ?? [])].map(({ required = [] }) => required);
  return [
    ...(choices.length > 1 ? [`${words.exactlyOne} ${listed(choices, words)}.`] : []),
    ...connected(pairs).map((fields) => `${words.atMostOne} ${listed(fields, words)}.`),
    ...Object.entries(dependentRequired).map(
      ([field, needed]) => `\`${field}\` ${words.onlyWith} ${listed(needed, words)}.`,
    ),
  ];
}

/** Pairs that exclude each other, put together: of a and b, b and c is of a, b and c. */
function connected(pairs: readonly (readonly string[])[]): string[][] {
  return pairs.reduce<string[][]>((groups, pair) => {
    const touching = groups.filter((group) => pair.some((field) => group.includes(field)));
    const others = groups.filter((group) => !touching.includes(group));
    return [...others, [...new Set([...touching.flat(), ...pair])]];
  }, []);
}

function listed(fields: readonly string[], { and }: ReferenceWords): string {
  const names = fields.map((field) => `\`${field}\``);
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} ${and} ${names.at(-1)}`;
}
