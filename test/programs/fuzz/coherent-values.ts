// The API's rules between fields that schemas can't express. A random valid body usually breaks them, so nothing would
// ever be written. Each function changes a body so that it follows a rule; `pick` decides between alternatives.
import { cnpj, cpf } from 'cpf-cnpj-validator';
import { type BodyObject, type BodyValue, isBodyObject } from './body-value.ts';

type Rule = (value: BodyObject, pick: number) => BodyObject;

const without = (value: BodyObject, ...names: string[]): BodyObject =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));

const has = (value: BodyObject, name: string): boolean => value[name] !== undefined && value[name] !== null;

/** The end must be later than the start. */
const validity: Rule = (value) => {
  const { starts_at, ends_at } = value;
  if (typeof starts_at !== 'string' || typeof ends_at !== 'string') return value;
  return Date.parse(starts_at) < Date.parse(ends_at) ? value : without(value, 'ends_at');
};

const taxId: Rule = (value) => {
  if (typeof value.tax_id !== 'string') return without(value, 'tax_id_type');
  const digits = value.tax_id.replaceAll(/[.-]/g, '');
  return {
    ...value,
    tax_id_type: cpf.isValid(digits) ? 'cpf' : cnpj.isValid(digits) ? 'cnpj' : 'foreign',
  };
};

/** The state, the CEP and the city fit in Brazil, where a tax id has check digits, and no other country has the city. */
const address: Rule = (value) =>
  has(value, 'city_code')
    ? {
        ...without(value, 'tax_id'),
        ...{ country: 'BR', state: null, postal_code: value.city_code === '4106902' ? '80020310' : null },
      }
    : { ...value, country: 'PT' };

const addressOf =
  (member: string): Rule =>
  (value, pick) => {
    const given = value[member];
    return isBodyObject(given) ? { ...value, [member]: address(given, pick) } : value;
  };

const customer: Rule = (value, pick) => ({
  ...taxId(value, pick),
  ...(Array.isArray(value.addresses) && {
    addresses: value.addresses.map((given: BodyValue) =>
      isBodyObject(given) ? address(given, pick) : given,
    ),
  }),
  ...(isBodyObject(value.state_registration) && {
    state_registration: { state: 'PR', number: pick % 2 === 0 ? '123.45678-50' : 'isento' },
  }),
});

/** A charge names one of the lines, of which each order has one, and no more is taken off than is left of them. */
function withinOrder(value: BodyObject): BodyObject {
  const { items = [{}], charges, agreed_discount: agreed } = value;
  const lines = items as readonly BodyObject[];
  return {
    ...value,
    ...(typeof agreed === 'number' && { agreed_discount: Math.min(agreed, leastLeft(lines)) }),
    ...(Array.isArray(charges) && {
      charges: charges.map((charge: BodyObject) =>
        typeof charge.item === 'number' ? { ...charge, item: charge.item % lines.length } : charge,
      ),
    }),
  };
}

/** What is left of the lines at agreed prices, whose own discount is all that they have. Of others too little is known. */
function leastLeft(lines: readonly BodyObject[]): number {
  const left = lines.map(({ unit_price: price = 0, quantity = 0, discount = 0 }) =>
    Math.max(0, Math.floor(Number(price) * Number(quantity)) - Number(discount)),
  );
  return Math.floor(left.reduce((sum, each) => sum + each, 0));
}

/** Other lines may leave less than what was agreed before. */
const orderUpdate: Rule = (value, pick) =>
  order('items' in value ? { agreed_discount: 0, ...value } : value, pick);

/** The terms would have to add up to a total that isn't known, and the numbers to agree with the access key. */
const order: Rule = (value, pick) => ({
  ...withinOrder(without(value, 'payment_terms')),
  ...(isBodyObject(value.fiscal_document) && {
    fiscal_document: { url: null, ...without(value.fiscal_document, 'number', 'series', 'issued_at') },
  }),
  ...(isBodyObject(value.shipping) && { shipping: addressOf('address')(value.shipping, pick) }),
});

/** For a change, which has at least one field. */
const orElse =
  (rule: Rule, other: BodyObject): Rule =>
  (value, pick) => {
    const changed = rule(value, pick);
    return Object.keys(changed).length > 0 ? changed : other;
  };

/** What remains of the row has to be a coupon with a discount of its own or a promotion's, so a change says both. */
const couponUpdate: Rule = (value, pick) => {
  const changed = validity(value, pick);
  if (!('discount' in value || 'promotion_id' in value)) return changed;
  if (has(value, 'promotion_id') && pick % 2 === 0) return { ...changed, discount: null };
  const own = isBodyObject(value.discount)
    ? value.discount
    : { type: 'percentage', percentage: (pick % 30) + 1 };
  return { ...changed, discount: own, promotion_id: null };
};

const adjustment: Rule = (value, pick) => {
  // Usually more than orders use, and rarely the schema's maximum.
  const quantity = typeof value.quantity === 'number' ? Math.abs(value.quantity) : 0;
  return { ...value, quantity: quantity < 1_000 ? Math.trunc(quantity) + (pick % 500) : quantity };
};

const statusChange: Rule = (value) =>
  value.status === 'Canceled' ? { ...value, reason: 'test', restock: value.restock ?? true } : value;

/** A price table has each pair of product and quantity only once. */
const entries: Rule = (value, pick) => {
  const list = value.entries as readonly BodyValue[];
  return {
    entries: list.map((entry, i) =>
      isBodyObject(entry) ? { ...entry, min_quantity: i + (pick % 3) } : entry,
    ),
  };
};

const payment: Rule = (value, pick) => ({ ...value, amount: ((pick % 500) + 1) / 100 });

/** Each line once, and usually a part of the first. */
const goodsBack: Rule = (value, pick) => {
  const items = (value.items as readonly BodyObject[]).filter(
    ({ line }, i, all) => all.findIndex((other) => other.line === line) === i,
  );
  return { ...value, items: pick % 4 === 0 ? items : [{ line: 1, quantity: 1 }] };
};

const RULES: Readonly<Record<string, Rule>> = {
  CustomerCreate: customer,
  CustomerUpdate: orElse(customer, { name: 'changed' }),
  OrderCreate: order,
  OrderUpdate: orElse(orderUpdate, { notes: 'changed' }),
  PriceTableCreate: validity,
  PriceTableUpsert: (value, pick) => validity({ kind: 'fixed', ...value }, pick),
  PriceTableUpdate: (value, pick) =>
    Object.keys(value).length > 1 ? without(validity(value, pick), 'percentage') : value,
  PromotionCreate: validity,
  PromotionUpdate: validity,
  CouponCreate: validity,
  CouponUpdate: couponUpdate,
  StockAdjustmentCreate: adjustment,
  OrderStatusSet: statusChange,
  PriceTableEntriesSet: entries,
  PaymentCreate: payment,
  ReturnCreate: goodsBack,
};

/** Their rules are refused with codes that other fields get from schemas, so a body must always follow them. */
export const mustBeCoherent = (component: string | undefined): boolean =>
  ['CouponUpdate', 'CustomerCreate', 'CustomerUpdate', 'OrderCreate', 'OrderUpdate', 'ReturnCreate'].includes(
    component ?? '',
  );

/** The rule of a schema component, if it has one. */
export const coherent = (component: string | undefined): Rule | undefined => RULES[component ?? ''];
