import type { Contract, Node } from '../contract.ts';
import { type Limits, limitsOf } from './limits.ts';

/** A schema with the JSON Pointer of its place and the contract that it's in, or several schemas that all apply. */
export type Place = OnePlace | { readonly all: readonly Place[] };
export interface OnePlace {
  readonly schema: unknown;
  readonly at: string;
  readonly contract: Contract;
}
/** An object with keywords, neither true nor false. */
export interface NodePlace extends OnePlace {
  readonly schema: Node;
}

/** The values of one type that a schema describes. A list of types or a union stands for several variants. */
export interface Variant {
  readonly at: string;
  readonly type: string;
  /** From `enum` or `const`. */
  readonly values?: readonly unknown[];
  readonly limits: Limits;
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, Place>>;
  /** From `additionalProperties`. */
  readonly rest: Place;
  readonly items: Place;
  /** The field that tells the branches of its union apart. */
  readonly discriminator?: string;
  /** A branch of a `oneOf`: its values may match no other branch. */
  readonly isExclusive?: boolean;
}

const TYPES = ['null', 'boolean', 'number', 'string', 'array', 'object'];

/** What the schema says besides `$ref`, `allOf`, `anyOf` and `oneOf`. */
export function ownVariants(place: NodePlace): Variant[] {
  const { schema: node } = place;
  const values = 'const' in node ? [node.const] : (node.enum as unknown[] | undefined);
  const types = node.type === undefined ? TYPES : [node.type].flat().map(String);
  return types.flatMap((type) => {
    const ofType = values?.filter((value) => isOfType(value, type));
    return ofType?.length === 0 ? [] : [{ ...ownVariant(place, type), values: ofType }];
  });
}

function ownVariant({ schema, at, contract }: NodePlace, type: string): Variant {
  // They say nothing about values of other types.
  const node = ['object', 'array'].includes(type) ? schema : {};
  const properties = Object.entries((node.properties ?? {}) as Node).map(
    ([name, schema]) => [name, { schema, at: `${at}/properties/${name}`, contract }] as const,
  );
  return {
    at,
    type,
    limits: limitsOf(schema, type),
    required: (node.required ?? []) as string[],
    properties: Object.fromEntries(properties),
    rest: { schema: node.additionalProperties ?? true, at: `${at}/additionalProperties`, contract },
    items: { schema: node.items ?? true, at: `${at}/items`, contract },
  };
}

function isOfType(value: unknown, type: string): boolean {
  if (value === null) return type === 'null';
  if (Array.isArray(value)) return type === 'array';
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}

export function isSchema(place: Place, schema: boolean): boolean {
  return 'schema' in place && place.schema === schema;
}

export function lastOf(place: Place): OnePlace {
  return 'all' in place ? lastOf(place.all.at(-1)!) : place;
}

export function pointerOf(place: Place): string {
  return lastOf(place).at;
}
