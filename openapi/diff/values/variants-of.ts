import { type Node, segmentsOf, valueAt } from '../contract.ts';
import { combine } from './combine.ts';
import { isAnnotation } from './limits.ts';
import { isSchema, type NodePlace, type OnePlace, ownVariants, type Place, type Variant } from './variant.ts';

/** The variants of a schema, with `$ref`, `allOf`, `anyOf` and `oneOf` resolved. */
export function variantsOf(place: Place): Variant[] {
  if ('all' in place) return place.all.map(variantsOf).reduce(everyPair);
  const resolved = resolve(place);
  if (resolved.schema === false) return [];
  const { $ref, ...node } = (resolved.schema === true ? {} : resolved.schema) as Node;
  const own = { ...resolved, schema: node };
  const beside = $ref === undefined ? [] : [{ ...resolved, schema: { $ref } }];
  const whole = [...beside, ...branches(own, 'allOf')].map(variantsOf).reduce(everyPair, ownVariants(own));
  return ['anyOf', 'oneOf']
    .flatMap((keyword) => unionOf(own, keyword))
    .reduce((all, union) => everyPair(union, all), whole)
    .map((variant) => closed(variant, own))
    .filter(isPossible);
}

/** Follows a reference, unless something stands beside it that limits the values. */
export function resolve(place: OnePlace): OnePlace {
  const { $ref: reference, ...beside } = (place.schema ?? {}) as Node;
  if (typeof reference !== 'string' || !Object.keys(beside).every(isAnnotation)) return place;
  const schema = valueAt(place.contract, segmentsOf(reference));
  return resolve({ ...place, schema, at: reference });
}

/** The first one's pointer is kept: that of a union's branch rather than of the whole. */
function everyPair(ones: Variant[], others: Variant[]): Variant[] {
  return ones.flatMap((one) => others.flatMap((other) => combine(one, other)));
}

function unionOf(place: NodePlace, keyword: string): Variant[][] {
  if (place.schema[keyword] === undefined) return [];
  const discriminator = (place.schema.discriminator as { propertyName?: string } | undefined)?.propertyName;
  const variants = branches(place, keyword).flatMap(variantsOf);
  return [variants.map((one) => ({ ...one, discriminator, isExclusive: keyword === 'oneOf' }))];
}

function branches(place: NodePlace, keyword: string): OnePlace[] {
  const listed = (place.schema[keyword] ?? []) as unknown[];
  return listed
    .map((schema, index) => ({ ...place, schema, at: `${place.at}/${keyword}/${index}` }))
    .filter(({ schema }) => !isCatchAll(schema));
}

/** 0.1.0 let the rows of a batch be any object, only to return an error for each that isn't as declared. */
function isCatchAll(schema: unknown): boolean {
  return (schema as Node | undefined)?.['x-open-because'] !== undefined;
}

function closed(
  variant: Variant,
  { schema: { unevaluatedProperties: schema }, contract }: NodePlace,
): Variant {
  if (schema === undefined || !isSchema(variant.rest, true)) return variant;
  return { ...variant, rest: { schema, at: `${variant.at}/unevaluatedProperties`, contract } };
}

function isPossible({ required, properties, rest }: Variant): boolean {
  return !isSchema(rest, false) || required.every((name) => name in properties);
}
