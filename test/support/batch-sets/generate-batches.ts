import fc from 'fast-check';

/** Few values, so that rows of a batch often name the same row or want the same SKU. */
const oneOf = (prefix: string, count: number) => fc.nat(count - 1).map((n) => `${prefix}${n}`);
/** Present in that many of ten rows. */
const sometimes = <T>(value: fc.Arbitrary<T>, tenths: number) =>
  fc.oneof({ weight: tenths, arbitrary: value }, { weight: 10 - tenths, arbitrary: fc.constant(undefined) });

/** The tenant's own: the first two exist, the third was deleted, and the last is nobody's. See batch-shop.ts. */
const REFERENCES = 4;
const reference = fc.oneof(fc.constant(null), fc.nat(REFERENCES - 1));
/** Also the row of an earlier batch with this external id. */
const referenceOrRow = fc.oneof(reference, oneOf('E', 9));

const JUNK = fc.constantFrom<unknown>(
  null,
  7,
  'row',
  [],
  {},
  { external_id: 5 },
  { external_id: 'E1', name: '' },
);

const compact = <T extends object>(row: T): T =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as T;

const productRowOf = (skus: number) =>
  fc
    .record({
      external_id: sometimes(
        fc.oneof({ weight: 9, arbitrary: oneOf('E', 9) }, { weight: 1, arbitrary: fc.constant(null) }),
        9,
      ),
      name: sometimes(fc.constantFrom('Café', 'Chá "verde"', 'Pão\nde queijo', 'A', 'B', 'C', 'D', ''), 9),
      sku: sometimes(fc.oneof(oneOf('S', skus), oneOf(' S', skus)), 9),
      price: sometimes(fc.constantFrom(0, 1, 2, 3, 4.5, 9.9, 9999999999.99, 1.005), 9),
      category_id: sometimes(reference, 4),
      stock: sometimes(fc.constantFrom({ on_hand: 0 }, { on_hand: 7.5 }, {}), 1),
      min_stock: sometimes(fc.constantFrom(0, 2.5), 1),
      weight_kg: sometimes(fc.constantFrom(null, 0.25), 1),
      dimensions: sometimes(fc.constantFrom(null, { length_cm: 1, width_cm: 2, height_cm: 3.5 }), 1),
      image_urls: sometimes(fc.constantFrom([], ['https://images.example.com/a.jpg']), 1),
      metadata: sometimes(fc.constantFrom({}, { '2': 'b', '1': 'a', ação: '"\\' }), 1),
    })
    .map(compact);

const address = {
  street: 'Rua A',
  number: '1',
  district: 'Centro',
  city: 'Curitiba',
  state: 'PR',
  postal_code: '80010-000',
};

const customerRowOf = (taxIds: number) =>
  fc
    .record({
      external_id: sometimes(oneOf('E', 9), 9),
      type: sometimes(fc.constantFrom('person', 'company'), 9),
      name: sometimes(fc.constantFrom('Maria', 'João', 'Ana', 'Zé', 'Bia', ''), 9),
      tax_id: sometimes(
        fc.constantFrom('111.444.777-35', '11144477735', '52998224725', '11222333000181', '111', null),
        taxIds,
      ),
      tax_id_type: sometimes(fc.constantFrom('cpf', 'foreign'), 1),
      price_table_id: sometimes(reference, 4),
      addresses: sometimes(fc.constantFrom([], [address], [{ ...address, postal_code: '1' }]), 1),
      tags: sometimes(fc.constantFrom([], ['vip', 'sul']), 1),
      email: sometimes(fc.constantFrom('maria@example.com', 'maria', null), 1),
    })
    .map(compact);

const categoryRow = fc
  .record({
    external_id: sometimes(oneOf('E', 9), 9),
    name: sometimes(fc.constantFrom('Cafés', 'Chás', 'Pães', ''), 9),
    slug: sometimes(oneOf('s-', 9), 6),
    parent_id: sometimes(referenceOrRow, 5),
    position: sometimes(fc.nat(3), 3),
    metadata: sometimes(fc.constantFrom({}, { b: 'a' }), 1),
  })
  .map(compact);

const times = sometimes(fc.constantFrom('2026-01-01T00:00:00Z', '2026-06-01T00:00:00.000-03:00', null), 2);

const priceTableRow = fc
  .record({
    external_id: sometimes(oneOf('E', 9), 9),
    name: sometimes(fc.constantFrom('Atacado', 'Varejo', 'Sul', ''), 9),
    code: sometimes(oneOf('T', 30), 9),
    kind: sometimes(fc.constantFrom('fixed', 'fixed', 'percentage'), 9),
    percentage: sometimes(fc.constantFrom(null, -10, 2.5), 1),
    is_default: sometimes(fc.boolean(), 3),
    priority: sometimes(fc.nat(1), 5),
    status: sometimes(fc.constantFrom('active', 'inactive'), 2),
    starts_at: times,
    ends_at: times,
  })
  .map(compact);

const discount = fc.constantFrom(
  { type: 'percentage', percentage: 10 },
  { type: 'fixed', amount: 5 },
  { type: 'fixed', amount: -1 },
);

const promotionRow = fc
  .record({
    external_id: sometimes(oneOf('E', 9), 9),
    name: sometimes(fc.constantFrom('Dez', 'Cinco', ''), 9),
    discount: sometimes(discount, 9),
    requires_coupon: sometimes(fc.boolean(), 4),
    target: sometimes(
      fc.oneof(
        fc.constant({ type: 'order' }),
        fc.uniqueArray(oneOf('S', 4), { minLength: 1 }).map((skus) => ({ type: 'products', skus })),
        fc
          .uniqueArray(fc.nat(REFERENCES - 1), { minLength: 1 })
          .map((ids) => ({ type: 'categories', category_ids: ids })),
      ),
      5,
    ),
    conditions: sometimes(fc.constantFrom({}, { min_amount: 5 }, { customer_tags: ['vip'] }), 2),
    starts_at: times,
    ends_at: times,
  })
  .map(compact);

const couponRow = fc
  .record({
    external_id: sometimes(oneOf('E', 9), 9),
    code: sometimes(fc.oneof(oneOf('C', 20), oneOf('c', 20)), 9),
    discount: sometimes(fc.oneof(discount, fc.constant(null)), 7),
    promotion_id: sometimes(fc.oneof(reference, fc.constant(REFERENCES)), 2),
    usage_limit: sometimes(fc.constantFrom(null, 1, 0), 2),
    starts_at: times,
    ends_at: times,
  })
  .map(compact);

/** The rows of one batch; REFERENCES by their number. */
const batchOf = (row: fc.Arbitrary<object>) =>
  fc.array(
    fc.oneof({ weight: 15, arbitrary: row as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: JUNK }),
    {
      minLength: 1,
      maxLength: 14,
    },
  );

export interface Batches {
  readonly resource: 'Product' | 'Customer' | 'Category' | 'PriceTable' | 'Promotion' | 'Coupon';
  readonly batches: readonly (readonly unknown[])[];
  /** Of all but the first one. */
  readonly matchBy?: string;
}

/** Batches of one tenant, in the order in which they are sent. The first one has rows that later ones find. */
const batchesOf = (
  resource: Batches['resource'],
  row: fc.Arbitrary<object>,
  matchBy?: string,
): fc.Arbitrary<Batches> =>
  fc.record({
    resource: fc.constant(resource),
    batches: fc.array(batchOf(row), { minLength: 2, maxLength: 3 }),
    ...(matchBy !== undefined && { matchBy: fc.constant(matchBy) }),
  });

export const generatedBatches: fc.Arbitrary<Batches> = fc.oneof(
  { weight: 2, arbitrary: batchesOf('Product', productRowOf(30)) },
  { weight: 2, arbitrary: batchesOf('Product', productRowOf(9), 'sku') },
  batchesOf('Customer', customerRowOf(2)),
  batchesOf('Customer', customerRowOf(9), 'tax_id'),
  batchesOf('Category', categoryRow),
  batchesOf('PriceTable', priceTableRow),
  batchesOf('Promotion', promotionRow),
  batchesOf('Coupon', couponRow),
);
