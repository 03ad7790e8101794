import { expect, it } from 'vitest';
import { bundle } from '../../server/base/contract.ts';

// An integrator knows rows by ids of its own: where a response names a row by our id, it has theirs beside it.

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly [keyword: string]: unknown;
}

const schemas = bundle.components.schemas as unknown as Readonly<Record<string, Schema>>;
const nameOf = ($ref: string): string => $ref.split('/').at(-1)!;

/** What has an external id. Payments, refunds, endpoints and the like have none. */
const NAMED = /^(product|category|parent|customer|price_table|promotion|coupon|order)_ids?$/;

/**
 * A stored document says nothing of other rows, which change without it: its ETag, its version and its event would be wrong. Lists read them
 * beside it where orders need it, and filter by them everywhere.
 */
const STORED = 'is part of a stored document';
/** What the data of an event is about is beside its id, with its external id. */
const OF_EVENTS = /Data$/;
const WITHOUT: Readonly<Record<string, string>> = {
  'Product.category_id': STORED,
  'ProductRecord.category_id': STORED,
  'Category.parent_id': STORED,
  'Customer.price_table_id': STORED,
  'Coupon.promotion_id': STORED,
  'PromotionTarget.product_ids': STORED,
  'PromotionTarget.category_ids': STORED,
  'CustomerErasure.customer_id': 'the erasure removes the external id',
  'Order.customer_id': STORED,
  'Order.price_table_id': STORED,
  'OrderDiscount.promotion_id': STORED,
  'OrderDiscount.coupon_id': STORED,
  'OrderItem.product_id': 'is part of a stored document, with its SKU; order lines are exported with it',
  'PriceSource.price_table_id': STORED,
  'ReturnItem.product_id': 'is part of a stored document; GET /returns has it',
  'OrderQuote.customer_id': 'is what was asked for',
  'OrderQuote.price_table_id': 'is what was asked for',
  'CouponValidation.coupon_id': 'is of the code that was asked for',
  'ProblemError.product_id': 'is beside the place in the body, which names it as the caller did',
  'ProblemError.price_table_id': 'is beside the place in the body, which names it as the caller did',
};

/** The fields of an object, with those of what it's made of. */
function fieldsOf(schema: Schema): Record<string, Schema> {
  if (schema.$ref) return fieldsOf(schemas[nameOf(schema.$ref)]!);
  const parts = ((schema.allOf ?? []) as Schema[]).map(fieldsOf);
  return Object.assign({}, ...parts, schema.properties ?? {});
}

/** What responses refer to, by name. */
function responseSchemas(): Set<string> {
  const found = new Set<string>();
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { $ref } = node as Schema;
    if (typeof $ref === 'string' && $ref.startsWith('#/components/schemas/') && !found.has(nameOf($ref))) {
      found.add(nameOf($ref));
      walk(schemas[nameOf($ref)]);
    }
    Object.values(node).forEach(walk);
  };
  for (const item of Object.values(bundle.paths))
    for (const operation of Object.values(item) as { readonly responses?: object }[])
      walk(operation?.responses);
  return found;
}

it('has the external id beside each id of a row that has one', () => {
  const alone = [...responseSchemas()]
    .filter((name) => !OF_EVENTS.test(name))
    .flatMap((name) => {
      const fields = fieldsOf(schemas[name]!);
      return Object.keys(fields)
        .filter((field) => NAMED.test(field) && !(field.replace(/_id(s?)$/, '_external_id$1') in fields))
        .map((field) => `${name}.${field}`);
    });
  expect(alone.sort()).toEqual(Object.keys(WITHOUT).sort());
});
