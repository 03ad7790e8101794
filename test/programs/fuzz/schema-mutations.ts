// Changes to a valid body, one for every way in which one of its values can break the schema.
import type { Schema } from '../../contract-check/contract.ts';
import { type BodyObject, type BodyValue, isBodyObject, JsonText, RowReference } from './body-value.ts';
import { brokenScalars, EVERYWHERE } from './broken-scalars.ts';
import { excludedSets, schemaFor } from './field-rules.ts';
import { alternativesOf, type FlatSchema, flat, isClosed, isNullable, typesOf } from './flat-schema.ts';

export interface Mutation {
  /** The broken rule. */
  readonly rule: string;
  readonly pointer: string;
  /** The body with its one mistake. */
  readonly body: BodyValue;
}

type Put = (value: BodyValue) => BodyValue;
/** Longer arrays make bodies large and slow, and test the same rule. */
const MOST_SURPLUS_ITEMS = 1_001;

/** All mutations of a body. `rule` and `pointer` say what each one breaks. */
export function mutationsOf(schema: Schema, body: BodyValue): Mutation[] {
  return at(flat(schema), body, '#', (value) => value);
}

function at(declared: FlatSchema, value: BodyValue, pointer: string, put: Put): Mutation[] {
  const branch = branchOf(declared, value);
  const schema = isBodyObject(value) ? schemaFor(branch, value) : branch;
  const own = [...wrongTypes(schema), ...ofValue(schema, value)];
  const here = own.map(([rule, broken]) => ({ rule, pointer, body: put(broken) }));
  if (Array.isArray(value)) return [...here, ...inArray(schema, value, pointer, put)];
  if (isBodyObject(value)) return [...here, ...inObject(schema, value, pointer, put)];
  return here;
}

/** An object is validated as the branch with its tag. For `X or null` it is validated as X. */
function branchOf(schema: FlatSchema, value: BodyValue): FlatSchema {
  if (!schema.oneOf || schema.properties || !isBodyObject(value)) return schema;
  const tag = schema.discriminator?.propertyName;
  const branches = schema.oneOf.map((each) => flat(each));
  const branch = tag
    ? branches.find(({ properties }) => flat(properties![tag]!).const === value[tag])
    : branches.find((each) => typesOf(each).includes('object'));
  return { ...branchOf(branch ?? {}, value), type: typesOf(schema) };
}

type Broken = readonly [rule: string, value: BodyValue];

const SAMPLES: Readonly<Record<string, BodyValue>> = {
  string: 'text',
  number: 1.5,
  integer: 7,
  boolean: true,
  array: [],
  object: {},
  null: null,
};

function wrongTypes(schema: FlatSchema): Broken[] {
  const allowed = typesOf(schema);
  // A schema without a type accepts anything.
  if (allowed.length === 0) return [];
  const isAllowed = (type: string) =>
    allowed.includes(type) || (type === 'integer' && allowed.includes('number'));
  const wrong = Object.entries(SAMPLES).filter(([type]) => !isAllowed(type));
  const digits: Broken[] = allowed.some((type) => type === 'number' || type === 'integer')
    ? [['type: a number in quotes', '1']]
    : [];
  return [...wrong.map(([type, sample]): Broken => [`type: ${type}`, sample]), ...digits];
}

function ofValue(schema: FlatSchema, value: BodyValue): Broken[] {
  if (schema.const !== undefined) return [['const', 'no_such_value']];
  if (schema.enum)
    return isNullable(schema)
      ? [['enum', 'no_such_value']]
      : [
          ['enum', 'no_such_value'],
          ['enum: empty', ''],
        ];
  if (Array.isArray(value)) return ofArray(schema, value);
  if (isBodyObject(value)) return ofObject(schema, value);
  if (value === null || value instanceof JsonText) return [];
  return value instanceof RowReference ? brokenScalars(schema, '1') : brokenScalars(schema, value);
}

function ofArray({ minItems = 0, maxItems, uniqueItems }: FlatSchema, value: readonly BodyValue[]): Broken[] {
  const [first] = value;
  const surplus = maxItems !== undefined && maxItems < MOST_SURPLUS_ITEMS && first !== undefined;
  return [
    ...(minItems > 0 ? [['minItems', value.slice(0, minItems - 1)] as const] : []),
    ...(surplus ? [['maxItems', Array.from({ length: maxItems + 1 }, () => first)] as const] : []),
    ...(uniqueItems && first !== undefined ? [['uniqueItems', [first, first]] as const] : []),
  ];
}

function ofObject(schema: FlatSchema, value: BodyObject): Broken[] {
  const { required = [], minProperties, maxProperties, propertyNames } = schema;
  const names = Object.keys(value);
  const alternatives = alternativesOf(schema);
  const withExamples = (some: readonly string[]): BodyObject => ({
    ...value,
    ...Object.fromEntries(some.map((name) => [name, flat(schema.properties![name]!).examples![0]!])),
  });
  return [
    ...excludedSets(schema).map((some): Broken => [`not: ${some.join(' and ')}`, withExamples(some)]),
    ...required.map((name): Broken => [`required: ${name}`, omit(value, [name])]),
    ...(isClosed(schema)
      ? UNKNOWN.map((name): Broken => [`unknown field: ${name}`, add(value, name, 1)])
      : []),
    ...(alternatives.length > 0 ? [['oneOf: none', omit(value, alternatives)] as const] : []),
    ...(alternatives.length > 0 ? [['oneOf: two', withExamples(alternatives.slice(0, 2))] as const] : []),
    ...(minProperties !== undefined ? [['minProperties', {}] as const] : []),
    ...(maxProperties !== undefined ? [['maxProperties', manyNames(maxProperties + 1)] as const] : []),
    ...(propertyNames?.pattern
      ? BAD_NAMES.map((name): Broken => ['propertyNames', add(value, name, 'x')])
      : []),
    ...(names.length > 0
      ? EVERYWHERE.map(([rule, text]): Broken => [`name: ${rule}`, add(value, text, 1)])
      : []),
  ];
}

const UNKNOWN = ['no_such_field', '__proto__', 'constructor', 'tenant_id', ''];
const BAD_NAMES = ['', 'has blank', 'é', 'x'.repeat(41), 'a/b', '__proto__\n'];

const omit = (value: BodyObject, names: readonly string[]): BodyObject =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));

/** Also adds `__proto__` as a member of its own, as JSON.parse does. */
const add = (value: BodyObject, name: string, member: BodyValue): BodyObject =>
  Object.fromEntries([...Object.entries(value), [name, member]]);

const manyNames = (count: number): BodyObject =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`name_${i}`, 'x']));

function inArray(schema: FlatSchema, value: readonly BodyValue[], pointer: string, put: Put): Mutation[] {
  const { items } = schema;
  const last = value.length - 1;
  if (items === undefined || last < 0 || schema['x-items-validated-separately']) return [];
  const item = flat(items);
  return at(item, value[last]!, `${pointer}/${last}`, (broken) => put(value.with(last, broken)));
}

function inObject(
  { properties = {}, additionalProperties }: FlatSchema,
  value: BodyObject,
  pointer: string,
  put: Put,
) {
  return Object.entries(value).flatMap(([name, member]) => {
    const schema = properties[name] ?? additionalProperties;
    if (schema === undefined || typeof schema === 'boolean') return [];
    return at(flat(schema), member, `${pointer}/${name}`, (broken) => put({ ...value, [name]: broken }));
  });
}
