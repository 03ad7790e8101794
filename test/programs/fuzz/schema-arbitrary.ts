import fc from 'fast-check';
import type { Schema } from '../../contract-check/contract.ts';
import type { BodyObject, BodyValue } from './body-value.ts';
import { coherent, mustBeCoherent } from './coherent-values.ts';
import { following } from './field-rules.ts';
import { alternativesOf, type FlatSchema, flat, isNullable, typesOf } from './flat-schema.ts';
import { kindOfField, rowReference } from './row-references.ts';
import { pastTime, taxIds, validNumber, validText } from './scalar-arbitraries.ts';

const MOST_ITEMS = 4;
const MOST_NAMES = 4;
/** How many of a hundred bodies may break the API's rules between fields. */
const INCOHERENT_PERCENT = 8;

/** Fields that usually cause a 409 or 422. They are rarely sent, so that most requests succeed. */
const SELDOM = new Set([
  'expected_total',
  'expected_on_hand',
  'is_default',
  'coupon_code',
  'parent_id',
  'price_table_id',
  'usage_limit',
  'usage_limit_per_customer',
]);
const SELDOM_PERCENT = 8;
const OPTIONAL_PERCENT = 40;

const ABSENT = Symbol('absent');

const cache = new WeakMap<object, fc.Arbitrary<BodyValue>>();

/** Values that are valid by a schema of the contract, with references to rows where it requires ids. */
export function validValue(schema: Schema, name = ''): fc.Arbitrary<BodyValue> {
  if (typeof schema === 'boolean') return fc.constant({});
  // A field's name decides what is generated for it. A schema object has the same name wherever it is used.
  const found = '$ref' in schema ? undefined : cache.get(schema);
  const arbitrary = found ?? make(flat(schema), name);
  if (!('$ref' in schema)) cache.set(schema, arbitrary);
  return arbitrary;
}

function make(schema: FlatSchema, name: string): fc.Arbitrary<BodyValue> {
  const whole = special(schema, name) ?? namedOnce(schema) ?? ofTypes(schema, name);
  return following(withCoherence(whole, schema), schema, validValue);
}

function withCoherence(whole: fc.Arbitrary<BodyValue>, { component }: FlatSchema): fc.Arbitrary<BodyValue> {
  const rule = coherent(component);
  if (!rule) return whole;
  return fc
    .tuple(whole, fc.integer({ min: 1, max: 100 }), fc.nat())
    .map(([value, percent, pick]) =>
      percent <= INCOHERENT_PERCENT && !mustBeCoherent(component) ? value : rule(value as BodyObject, pick),
    );
}

/** They must be between 2000 and tomorrow. */
const PAST_TIMES: readonly string[] = ['paid_at', 'at', 'refunded_at', 'issued_at', 'placed_at'];

function special(schema: FlatSchema, name: string): fc.Arbitrary<BodyValue> | undefined {
  const kind = kindOfField(name);
  if (kind && typesOf(schema).includes('integer')) return reference(schema, rowReference(kind));
  if (name === 'tax_id') return seldomNull(fc.oneof(...Object.values(taxIds)));
  if (schema.component === 'OrderItemCreate') return orderItem(schema);
  if (PAST_TIMES.includes(name)) return pastTime;
  if (name === 'coupon_code') return reference(schema, rowReference('coupons', 'code'));
  return undefined;
}

const reference = (schema: FlatSchema, row: fc.Arbitrary<BodyValue>): fc.Arbitrary<BodyValue> =>
  isNullable(schema) ? seldomNull(row) : row;

const seldomNull = (arbitrary: fc.Arbitrary<BodyValue>): fc.Arbitrary<BodyValue> =>
  fc.oneof({ arbitrary, weight: 9 }, { arbitrary: fc.constant(null), weight: 1 });

/** The fields that name a row by something other than its id. */
const REFERENCES: Readonly<Record<string, fc.Arbitrary<BodyValue>>> = {
  sku: rowReference('products', 'sku'),
  external_id: rowReference('products', 'external_id'),
  skus: fc.tuple(rowReference('products', 'sku')),
  external_ids: fc.tuple(rowReference('products', 'external_id')),
  customer_external_id: rowReference('customers', 'external_id'),
  customer_tax_id: fc.oneof(...Object.values(taxIds)),
};

/** A body that names its product or customer in exactly one of several ways. */
function namedOnce(schema: FlatSchema): fc.Arbitrary<BodyValue> | undefined {
  const ways = alternativesOf(schema);
  if (ways.length === 0) return undefined;
  const names = ways.map((way, index) => ({
    arbitrary: (REFERENCES[way] ?? validValue(schema.properties![way]!, way)).map((value) => ({
      [way]: value,
    })),
    weight: 2 ** (ways.length - index),
  }));
  const others = Object.entries(schema.properties!).filter(([name]) => !ways.includes(name));
  return fc
    .tuple(fc.oneof(...names), anyObject({ ...schema, properties: Object.fromEntries(others) }))
    .map(([by, body]) => ({ ...body, ...by }));
}

/** With a unit price of 100, a percentage of the line is an amount. */
const withinLine = (agreed: { unit_price?: BodyValue; discount?: number }, quantity: number) =>
  agreed.discount === undefined
    ? agreed
    : { ...agreed, discount: Math.floor(Math.min(quantity, 100) * agreed.discount * 100) / 100 };

/** An order line names its product in exactly one of three ways. */
function orderItem({ properties }: FlatSchema): fc.Arbitrary<BodyValue> {
  const quantity = fc.oneof(
    { arbitrary: fc.integer({ min: 1, max: 5 }), weight: 9 },
    { arbitrary: validValue(properties!.quantity!, 'quantity'), weight: 1 },
  );
  const product = fc.oneof(
    { arbitrary: fc.record({ product_id: rowReference('products') }), weight: 4 },
    { arbitrary: fc.record({ sku: rowReference('products', 'sku') }), weight: 2 },
    { arbitrary: fc.record({ external_id: rowReference('products', 'external_id') }), weight: 1 },
  );
  // A discount needs an agreed price. More than the line costs is refused; agreed-prices.test.ts tries that.
  const price = fc.oneof(
    { arbitrary: fc.constant({}), weight: 7 },
    { arbitrary: fc.record({ unit_price: validValue(properties!.unit_price!) }), weight: 1 },
    {
      arbitrary: fc.record({ unit_price: fc.constant(100), discount: fc.integer({ min: 0, max: 100 }) }),
      weight: 2,
    },
  );
  return fc
    .tuple(product, quantity, price)
    .map(([by, amount, agreed]) => ({ ...by, quantity: amount, ...withinLine(agreed, Number(amount)) }));
}

function ofTypes(schema: FlatSchema, name: string): fc.Arbitrary<BodyValue> {
  if (schema.const !== undefined) return fc.constant(schema.const as BodyValue);
  if (schema.enum) return fc.constantFrom(...(schema.enum as BodyValue[]));
  const allowed = typesOf(schema);
  if (schema.oneOf && !schema.properties) {
    const branches = schema.oneOf.filter((each) =>
      typesOf(flat(each)).some((type) => allowed.includes(type)),
    );
    return fc.oneof(...branches.map((each) => validValue(each, name)));
  }
  const types = allowed.filter((type) => type !== 'null');
  if (types.length === 0) return fc.constant(null);
  const values = fc.oneof(...types.map((type) => ofType(type, schema, name)));
  return isNullable(schema) ? seldomNull(values) : values;
}

function ofType(type: string, schema: FlatSchema, name: string): fc.Arbitrary<BodyValue> {
  switch (type) {
    case 'string':
      return validText(schema);
    case 'integer':
    case 'number':
      return validNumber(schema, type === 'integer');
    case 'boolean':
      return fc.boolean();
    case 'array':
      return anyArray(schema, name);
    default:
      return schema.properties ? anyObject(schema) : anyMap(schema);
  }
}

function anyArray(
  { items = true, minItems = 0, maxItems = MOST_ITEMS, uniqueItems }: FlatSchema,
  name: string,
) {
  const sizes = { minLength: minItems, maxLength: Math.min(maxItems, Math.max(minItems, MOST_ITEMS)) };
  const values = validValue(items, name);
  if (!uniqueItems) return fc.array(values, sizes);
  // Different references may name the same row by the time the request is sent.
  if (kindOfField(name)) return fc.array(values, { ...sizes, maxLength: Math.max(minItems, 1) });
  return fc.uniqueArray(values, { ...sizes, selector: (value) => JSON.stringify(value) });
}

/** Field names that the client chooses, as in metadata. */
function anyMap({ propertyNames, additionalProperties = true }: FlatSchema): fc.Arbitrary<BodyObject> {
  const names = fc
    .stringMatching(new RegExp(propertyNames?.pattern ?? '^[a-z]+$'))
    .filter((name) => name !== '__proto__');
  return fc
    .dictionary(names, validValue(additionalProperties), { maxKeys: MOST_NAMES, noNullPrototype: true })
    .map((value) => value as BodyObject);
}

function anyObject({
  properties = {},
  required = [],
  minProperties = 0,
}: FlatSchema): fc.Arbitrary<BodyObject> {
  const members = Object.entries(properties).map(([name, schema]) => {
    const value = validValue(schema, name);
    if (required.includes(name)) return value;
    const percent = SELDOM.has(name) ? SELDOM_PERCENT : OPTIONAL_PERCENT;
    return fc.oneof(
      { withCrossShrink: true },
      { arbitrary: fc.constant(ABSENT), weight: 100 - percent },
      { arbitrary: value, weight: percent },
    );
  });
  const names = Object.keys(properties);
  return fc
    .tuple(...members)
    .map((values) =>
      Object.fromEntries(
        values.flatMap((value, i) => (value === ABSENT ? [] : [[names[i]!, value as BodyValue]])),
      ),
    )
    .filter((value) => Object.keys(value).length >= minProperties);
}
