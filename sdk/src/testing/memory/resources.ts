import {
  ApiProblem,
  customerIssues,
  type Issue,
  invalidRequest,
  normalizeAddress,
  normalizeStateRegistration,
  normalizeTaxId,
  periodIssues,
  problemAt,
  requireNoIssues,
  slugOf,
  taxIdForms,
} from '../service-rules.js';
import { COMMON, equals } from './pages.ts';
import type { Resource } from './resource.ts';
import type { Stock } from './stock.ts';
import { type Clock, type Fields, NotKnown, type Row, Table } from './table.ts';

export type ResourceName = 'Product' | 'Category' | 'Customer' | 'PriceTable' | 'Promotion' | 'Coupon';

const inUse = (detail: string, in_use_by: string[], members = {}): ApiProblem =>
  new ApiProblem('in_use', detail, { members: { in_use_by, ...members } });

const STATUS = { status: equals('status') };

/** The tables of the resources with all shared operations. */
export function openTables(clock: Clock): Record<ResourceName, Table> {
  return {
    Product: new Table('getProduct', 'product', ['sku'], clock),
    Category: new Table('getCategory', 'category', ['slug'], clock),
    Customer: new Table('getCustomer', 'customer', ['tax_id'], clock),
    PriceTable: new Table('getPriceTable', 'price table', ['code'], clock),
    Promotion: new Table('getPromotion', 'promotion', [], clock),
    Coupon: new Table('getCoupon', 'coupon', ['code'], clock),
  };
}

type Tables = ReturnType<typeof openTables>;

/** What each resource has besides what all have. The checks are those of the service, in its words. */
export const resources = (tables: Tables, stock: Stock): readonly Resource[] => [
  products(tables, stock),
  categories(tables),
  customers(tables),
  priceTables(tables),
  promotions(tables),
  coupons(tables),
];

const products = ({ Product, Category }: Tables, stock: Stock): Resource => ({
  name: 'Product',
  table: Product,
  filters: { ...COMMON, ...STATUS, sku: equals('sku'), category_id: equals('category_id') },
  reference: { field: 'category_id', table: Category },
  events: 'product',
  match: 'sku',
  creation: ({ stock: _, ...body }) => body,
  changes(_row, { stock: count, ...body }) {
    if (count === undefined) return body;
    const detail =
      'is only for a new product, and this one exists: leave it out, and send the count to POST /stock-adjustments/batch';
    throw invalidRequest([{ pointer: '#/stock', code: 'initial_only', detail }]);
  },
  requireUnused({ id }) {
    const { reserved } = stock.levelOf(id);
    if (reserved > 0)
      throw inUse(
        `Orders have ${reserved} of this product reserved. Ship or cancel them first.`,
        ['orders'],
        { reserved },
      );
  },
  wrote: (row, { stock: count }) => stock.follow(row, (count as { on_hand?: number } | undefined)?.on_hand),
  shown(row) {
    const level = stock.levelOf(row.id);
    return { document: { ...row, stock: level }, part: `${level.on_hand}/${level.reserved}` };
  },
});

const MAX_DEPTH = 5;

function categories({ Category, Product }: Tables): Resource {
  const parentOf = ({ parent_id }: Fields): Row | undefined => Category.find('id', parent_id);
  const levelsAbove = (row: Row | undefined): Row[] => (row ? [row, ...levelsAbove(parentOf(row))] : []);
  const childrenOf = (row: Row): Row[] => Category.live.filter(({ parent_id }) => parent_id === row.id);
  const levelsBelow = (row: Row): number => 1 + Math.max(0, ...childrenOf(row).map(levelsBelow));

  function requirePlace(body: Fields, row?: Row): void {
    if (body.parent_id == null) return;
    const above = levelsAbove(parentOf(body));
    const levels = above.length + (row ? levelsBelow(row) : 1);
    if (above.some(({ id }) => id === row?.id))
      throw problemAt(
        'category_cycle',
        '/parent_id',
        'is the category itself or below it',
        'A category cannot be below itself.',
      );
    if (levels > MAX_DEPTH)
      throw problemAt(
        'category_too_deep',
        '/parent_id',
        `would make ${levels} levels`,
        `Categories are at most ${MAX_DEPTH} levels deep.`,
      );
  }

  function freeSlug(name: string): string {
    const slug = slugOf(name);
    if (!Category.find('slug', slug)) return slug;
    const numbers = Category.live.map((row) =>
      Number(new RegExp(`^${slug}-(\\d{1,8})$`).exec(String(row.slug))?.[1] ?? 1),
    );
    return `${slug}-${Math.max(...numbers) + 1}`;
  }

  return {
    name: 'Category',
    table: Category,
    filters: { ...COMMON, parent_id: equals('parent_id'), slug: equals('slug') },
    reference: { field: 'parent_id', table: Category },
    creation(body) {
      requirePlace(body);
      return { slug: freeSlug(body.name as string), ...body };
    },
    changes(row, body) {
      requirePlace(body, row);
      return body;
    },
    requireUnused(row) {
      const isIn = (field: string) => (each: Row) => each[field] === row.id;
      const contents = [
        ...(Category.live.some(isIn('parent_id')) ? ['categories'] : []),
        ...(Product.live.some(isIn('category_id')) ? ['products'] : []),
      ];
      if (contents.length > 0)
        throw inUse(`There are ${contents.join(' and ')} in this category. Move them first.`, contents);
    },
  };
}

function customers({ Customer, PriceTable }: Tables): Resource {
  const normalized = (body: Fields, stored: unknown): Fields => ({
    ...body,
    ...(body.addresses
      ? { addresses: (body.addresses as unknown[]).map((address) => normalizeAddress(address, stored)) }
      : {}),
    ...(body.state_registration
      ? { state_registration: normalizeStateRegistration(body.state_registration) }
      : {}),
  });
  return {
    name: 'Customer',
    table: Customer,
    filters: {
      ...COMMON,
      ...STATUS,
      tax_id: (row, wanted) => taxIdForms(wanted).includes(row.tax_id as string),
      email: (row, wanted) => String(row.email).toLowerCase() === String(wanted).toLowerCase(),
    },
    reference: { field: 'price_table_id', table: PriceTable },
    events: 'customer',
    match: 'tax_id',
    creation: (body) => ({ ...normalized(body, []), ...normalizeTaxId(body) }),
    changes(row, body) {
      const taxId = newTaxId(row, body);
      const stored = row.addresses;
      requireNoIssues(customerIssues({ ...body, ...taxId }, stored));
      return { ...normalized(body, stored), ...(taxId && normalizeTaxId(taxId)) };
    },
    requireUnused() {},
  };
}

/** The tax id's type follows a new customer type or a new tax id, unless the body sets it. */
function newTaxId(stored: Row, body: Fields): Fields | undefined {
  if (!('tax_id' in body || 'tax_id_type' in body || 'type' in body)) return undefined;
  const { type = stored.type, tax_id = stored.tax_id } = body;
  const isSame = normalizeTaxId({ ...stored, tax_id }).tax_id === stored.tax_id;
  const stays = isSame && (type === stored.type || stored.tax_id_type === 'foreign');
  const { tax_id_type = stays ? stored.tax_id_type : null } = body;
  return { type, tax_id, tax_id_type };
}

function priceTables({ PriceTable, Customer }: Tables): Resource {
  const isOpen = ({ starts_at, ends_at }: Fields, other: Fields): boolean =>
    !(ends_at && other.starts_at && ends_at <= other.starts_at) &&
    !(other.ends_at && starts_at && other.ends_at <= starts_at);

  function requireNoOverlap(table: Fields, self?: Row): void {
    const isDefault = (each: Fields) => each.is_default && each.status === 'active';
    const other = PriceTable.live.find(
      (each) =>
        each.id !== self?.id && isDefault(each) && each.priority === table.priority && isOpen(each, table),
    );
    if (!isDefault(table) || !other) return;
    const detail = `is in effect at the same time as price table ${other.id}`;
    throw new ApiProblem(
      'overlap',
      `The default price table ${other.id} has the same priority and is in effect at the same time.`,
      { errors: [{ pointer: '#/is_default', code: 'overlap', detail, price_table_id: other.id }] },
    );
  }

  return {
    name: 'PriceTable',
    table: PriceTable,
    filters: { ...COMMON, ...STATUS, code: equals('code') },
    creation(body) {
      requireNoOverlap(body);
      return { ...body, currency: 'BRL' };
    },
    changes(row, body) {
      const changed = { ...row, ...body } as Fields;
      requireNoIssues([...kindIssues(row, body), ...periodIssues(changed)]);
      requireNoOverlap(changed, row);
      return body;
    },
    requireUnused({ id }) {
      if (Customer.live.some(({ price_table_id }) => price_table_id === id))
        throw inUse('Customers use this price table. Give them another one first.', ['customers']);
    },
  };
}

function kindIssues({ kind, percentage: current }: Fields, body: Fields): Issue[] {
  if (body.kind !== undefined && body.kind !== kind)
    return [{ pointer: '#/kind', code: 'kind', detail: `is ${kind} and cannot be changed` }];
  const { percentage = current } = body;
  if ((kind === 'percentage') === (percentage !== null)) return [];
  const detail =
    kind === 'percentage' ? 'is required with kind percentage' : 'is not allowed with kind fixed';
  return [{ pointer: '#/percentage', code: 'percentage', detail }];
}

const CONDITIONS = { min_amount: null, min_quantity: null, customer_tags: [], first_order: false };

function promotions({ Promotion, Coupon, Product, Category }: Tables): Resource {
  const named = ({ id }: Row) => Coupon.live.some(({ promotion_id }) => promotion_id === id);

  function normalized({ target, conditions, ...body }: Fields): Fields {
    return {
      ...body,
      ...(conditions ? { conditions: { ...CONDITIONS, ...conditions } } : {}),
      ...(target ? { target: targetOf(target as Fields) } : {}),
    };
  }

  function targetOf(target: Fields): Fields {
    const { type, product_ids, category_ids } = target;
    if (type !== 'order' && !product_ids && !category_ids)
      throw new NotKnown('It knows the targets of promotions only by our ids.');
    const table = product_ids ? Product : Category;
    for (const id of (product_ids ?? category_ids ?? []) as number[])
      if (!table.find('id', id))
        throw new NotKnown(`It has no ${table.noun} ${id} for the target of a promotion.`);
    return target;
  }

  return {
    name: 'Promotion',
    table: Promotion,
    filters: { ...COMMON, ...STATUS },
    creation: (body) => ({ ...normalized(body), times_used: 0 }),
    changes(row, body) {
      const { starts_at, ends_at } = row;
      requireNoIssues(periodIssues({ starts_at, ends_at, ...body }));
      if (body.requires_coupon === false && row.requires_coupon && named(row))
        throw problemAt(
          'in_use',
          '/requires_coupon',
          'is needed by the coupons that use the promotion',
          'Coupons use this promotion. Delete them first, or change them to use another one.',
        );
      return normalized(body);
    },
    requireUnused(row) {
      if (named(row)) throw inUse('Coupons use this promotion. Delete them first.', ['coupons']);
    },
  };
}

function coupons({ Coupon, Promotion }: Tables): Resource {
  function requirePromotion({ promotion_id: id }: Fields): void {
    if (id == null) return;
    const promotion = Promotion.find('id', id);
    if (promotion?.requires_coupon) return;
    const [issue, detail] = promotion
      ? ['the promotion does not have requires_coupon', `Promotion ${id} applies without a coupon.`]
      : ['no promotion has this id', `There is no promotion ${id}.`];
    throw problemAt('invalid_reference', '/promotion_id', issue, detail);
  }

  return {
    name: 'Coupon',
    table: Coupon,
    filters: {
      ...COMMON,
      ...STATUS,
      code: (row, wanted) => String(row.code).toLowerCase() === String(wanted).toLowerCase(),
    },
    reference: { field: 'promotion_id', table: Promotion },
    creation(body) {
      requirePromotion(body);
      return { ...body, times_used: 0 };
    },
    changes(row, body) {
      const coupon = { ...row, ...body } as Fields;
      const isWrong = (coupon.discount === null) === (coupon.promotion_id === null);
      const detail = 'exactly one of discount and promotion_id must be given';
      requireNoIssues([
        ...periodIssues(coupon),
        ...(isWrong ? [{ pointer: '#/discount', code: 'discount', detail }] : []),
      ]);
      requirePromotion(coupon);
      return body;
    },
    requireUnused() {},
  };
}
