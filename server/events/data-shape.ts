import { bundle, type EventKind } from '../base/contract.ts';

/** What an integrator can rely on in an event's data, from its schema. */
export interface DataShape {
  /** The fields that are always there, if only as null. */
  readonly guaranteed: readonly string[];
  /** The enumerations in it. Later versions may add values to each. */
  readonly enumerations: readonly Enumeration[];
}

export interface Enumeration {
  /** `data.order.discounts[].type` */
  readonly path: string;
  readonly values: readonly string[];
}

interface Schema {
  readonly $ref?: string;
  readonly required?: readonly string[];
  readonly enum?: readonly (string | null)[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

const schemas = bundle.components.schemas as Readonly<Record<string, Schema>>;

const resolve = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : schemas[schema.$ref.split('/').at(-1)!]!;

export function dataShape(kind: EventKind): DataShape {
  const { schema } = bundle.webhooks[kind]!.post.requestBody.content['application/json']!;
  const data = resolve(resolve(schema as Schema).properties!.data!);
  return { guaranteed: data.required ?? [], enumerations: enumerationsIn(data, 'data') };
}

/** The data has no recursive schema, or its examples couldn't be complete. */
function enumerationsIn(schema: Schema, path: string): Enumeration[] {
  const { enum: values, properties = {}, items, anyOf = [], oneOf = [] } = resolve(schema);
  if (values) return [{ path, values: values.filter((value) => value !== null) }];
  return [
    ...Object.entries(properties).flatMap(([name, each]) => enumerationsIn(each, `${path}.${name}`)),
    ...(items ? enumerationsIn(items, `${path}[]`) : []),
    ...[...anyOf, ...oneOf].flatMap((each) => enumerationsIn(each, path)),
  ];
}
