import { type Contract, type Node, segmentsOf, valueAt } from '../contract.ts';
import { combine } from './combine.ts';
import { isAnnotation } from './limits.ts';
import { isSchema, type OnePlace, ownVariants, type Place, type Variant } from './variant.ts';

/** The variants of a schema, with `$ref`, `allOf`, `anyOf` and `oneOf` resolved. */
export function variantsOf(place: Place, contract: Contract): Variant[] {
  if ('all' in place) return place.all.map((part) => variantsOf(part, contract)).reduce(everyPair);
  const { schema, at } = resolve(place, contract);
  if (schema === false) return [];
  const { $ref, ...node } = (schema === true ? {} : schema) as Node;
  const beside = $ref === undefined ? [] : [{ schema: { $ref }, at }];
  const parts = [...beside, ...branches(node, 'allOf', at)].map((part) => variantsOf(part, contract));
  const own = parts.reduce(everyPair, ownVariants(node, at));
  return ['anyOf', 'oneOf']
    .flatMap((keyword) => unionOf(node, keyword, at, contract))
    .reduce((all, union) => everyPair(union, all), own)
    .map((variant) => closed(variant, node))
    .filter(isPossible);
}

/** Follows a reference, unless something stands beside it that limits the values. */
export function resolve(place: OnePlace, contract: Contract): OnePlace {
  const { $ref: reference, ...beside } = (place.schema ?? {}) as Node;
  if (typeof reference !== 'string' || !Object.keys(beside).every(isAnnotation)) return place;
  return resolve({ schema: valueAt(contract, segmentsOf(reference)), at: reference }, contract);
}

/** The first one's pointer is kept: that of a union's branch rather than of the whole. */
function everyPair(ones: Variant[], others: Variant[]): Variant[] {
  return ones.flatMap((one) => others.flatMap((other) => combine(one, other)));
}

function unionOf(node: Node, keyword: string, at: string, contract: Contract): Variant[][] {
  if (node[keyword] === undefined) return [];
  const discriminator = (node.discriminator as { propertyName?: string } | undefined)?.propertyName;
  const variants = branches(node, keyword, at).flatMap((branch) => variantsOf(branch, contract));
  return [variants.map((one) => ({ ...one, discriminator, isExclusive: keyword === 'oneOf' }))];
}

function branches(node: Node, keyword: string, at: string): OnePlace[] {
  const listed = (node[keyword] ?? []) as unknown[];
  return listed
    .map((schema, index) => ({ schema, at: `${at}/${keyword}/${index}` }))
    .filter(({ schema }) => !isCatchAll(schema));
}

/** 0.1.0 let the rows of a batch be any object, only to return an error for each that isn't as declared. */
function isCatchAll(schema: unknown): boolean {
  return (schema as Node | undefined)?.['x-open-because'] !== undefined;
}

function closed(variant: Variant, { unevaluatedProperties }: Node): Variant {
  if (unevaluatedProperties === undefined || !isSchema(variant.rest, true)) return variant;
  return { ...variant, rest: { schema: unevaluatedProperties, at: `${variant.at}/unevaluatedProperties` } };
}

function isPossible({ required, properties, rest }: Variant): boolean {
  return !isSchema(rest, false) || required.every((name) => name in properties);
}
