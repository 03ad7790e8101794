import { resolve, type Schema } from '../../contract-check/contract.ts';
import type { BodyValue } from './body-value.ts';

/** Fields that an object doesn't have together. */
interface Excluded {
  readonly required?: readonly string[];
}

/** A schema with its references resolved and its `allOf` merged in. */
export interface FlatSchema {
  readonly component?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
  readonly unevaluatedProperties?: boolean;
  readonly propertyNames?: { readonly pattern?: string };
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly oneOf?: readonly Schema[];
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly not?: Excluded & { readonly anyOf?: readonly Excluded[] };
  readonly if?: Schema;
  readonly then?: Schema;
  readonly else?: Schema;
  readonly examples?: readonly BodyValue[];
  readonly discriminator?: { readonly propertyName: string };
  /** Of the rows of a batch: the request is valid whatever they are, and each has its own result. */
  readonly 'x-items-validated-separately'?: boolean;
}

const known = new WeakMap<object, FlatSchema>();

/** `component` is the name of the outermost schema component that the reference names. */
export function flat(schema: Schema): FlatSchema {
  if (typeof schema === 'boolean') return {};
  const found = known.get(schema) ?? flatten(schema);
  known.set(schema, found);
  return found;
}

function flatten(schema: Exclude<Schema, boolean>): FlatSchema {
  if (typeof schema.$ref === 'string') {
    const target = flat(resolve({ $ref: schema.$ref }) as Schema);
    return { ...target, component: schema.$ref.split('/').at(-1)! };
  }
  const { allOf = [], ...own } = schema as { allOf?: Schema[] } & Exclude<Schema, boolean>;
  const parts = allOf.map((part) => flat(part));
  return [...parts, own as FlatSchema].reduce(merge, {});
}

/** The schema of what is valid by both. Where both say the same, the second is meant to be the stricter. */
export function merge(first: FlatSchema, second: FlatSchema): FlatSchema {
  const properties = { ...first.properties };
  for (const [name, schema] of Object.entries(second.properties ?? {}))
    properties[name] = name in properties ? { allOf: [properties[name], schema] } : schema;
  return {
    ...first,
    ...second,
    ...(Object.keys(properties).length > 0 && { properties }),
    required: [...(first.required ?? []), ...(second.required ?? [])],
  };
}

export const typesOf = ({ type, properties, oneOf, enum: values }: FlatSchema): readonly string[] => {
  if (type !== undefined) return [type].flat() as string[];
  if (properties) return ['object'];
  if (oneOf) return oneOf.flatMap((each) => typesOf(flat(each)));
  return values ? ['string'] : [];
};

export const isNullable = (schema: FlatSchema): boolean => typesOf(schema).includes('null');

/** The fields of which an object has exactly one, such as `product_id`, `sku` and `external_id`. */
export const alternativesOf = ({ oneOf = [], properties }: FlatSchema): readonly string[] =>
  properties ? oneOf.flatMap((each) => flat(each).required ?? []) : [];

/** Whether the schema refuses unknown fields. */
export const isClosed = (schema: FlatSchema): boolean =>
  schema.additionalProperties === false || schema.unevaluatedProperties === false;

type NamedSchema = { readonly $ref: string };

/** The schemas of a batch's rows: of one that creates, and of one that changes. The contract refers to the latter. */
export function rowSchemas(batch: Schema): readonly [create: NamedSchema, change: NamedSchema] {
  const rows = flat(flat(batch).properties!.items!).items as { readonly 'x-row': NamedSchema };
  const change = rows['x-row'];
  return [{ $ref: change.$ref.replace(/(Update|Upsert)$/, 'Create') }, change];
}
