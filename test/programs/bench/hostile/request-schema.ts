import { bundle, type Operation } from '../../../../server/base/contract.ts';

/** The JSON Schema keywords used to construct bodies. */
export interface Schema {
  readonly $ref?: string;
  readonly 'x-row'?: Schema;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly propertyNames?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly maxProperties?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly examples?: readonly unknown[];
}

interface WithBody {
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
}

/** The schema of an operation's body. */
export function bodySchema({ path, method }: Operation): Schema {
  const { requestBody } = bundle.paths[path]![method] as WithBody;
  return resolve(requestBody!.content['application/json'].schema);
}

/** Resolves a reference and merges `allOf` into one schema. Unions stay as they are. */
export function resolve(schema: Schema): Schema {
  if (schema.$ref) return resolve(bundle.components.schemas[schema.$ref.split('/').at(-1)!] as Schema);
  const { allOf, ...own } = schema;
  if (!allOf) return own;
  return [...allOf.map(resolve), own].reduce(merge);
}

function merge(a: Schema, b: Schema): Schema {
  const names = Object.keys({ ...a.properties, ...b.properties });
  const properties = Object.fromEntries(
    names.map((name) => [name, { ...a.properties?.[name], ...b.properties?.[name] }]),
  );
  const required = [...(a.required ?? []), ...(b.required ?? [])];
  return { ...a, ...b, ...(names.length > 0 && { properties }), required };
}

/** The branches of a union, or the schema itself. */
export const branches = (schema: Schema): readonly Schema[] =>
  (schema.anyOf ?? schema.oneOf)
    ?.map(resolve)
    .flatMap((branch) => (schema.properties ? [merge(schema, branch)] : branches(branch))) ?? [schema];

const typesOf = ({ type, properties, items }: Schema): readonly string[] =>
  type === undefined ? [properties ? 'object' : items ? 'array' : 'any'] : [type].flat();
export const is = (schema: Schema, type: string): boolean => typesOf(schema).includes(type);

/** The schemas of a batch's rows: of one that creates, and of one that changes. The contract names the latter. */
export function rowSchemas({ 'x-row': row }: Schema): Schema[] {
  const { $ref } = row!;
  return [$ref!.replace(/(Update|Upsert)$/, 'Create'), $ref!].map((name) => resolve({ $ref: name }));
}
