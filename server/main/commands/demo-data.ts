/**
 * The rows of the demo tenant. The rows that the contract's examples mention come first in their list and get the examples'
 * ids; the last two rows of each list are meant to be deleted, the last by its external id. openapi/pages/reference/example-overrides.ts says which row
 * is for what.
 */

import type { Schemas } from '../../base/contract.ts';
import type { OrderRequest } from '../../trade/orders/place/order-references.ts';

type Ids = readonly number[];

export const FIRST_IDS = {
  categories: 7,
  products: 1001,
  customers: 77,
  price_tables: 12,
  promotions: 31,
  coupons: 21,
  orders: 5001,
} as const;
export const FIRST_MOVEMENT_ID = 90_001;
export const FIRST_ERASURE_ID = 12;

export const CATEGORIES: readonly Schemas['CategoryCreate'][] = [
  { name: 'Cafés', slug: 'cafes', position: 0, external_id: 'ERP-7', metadata: {} },
  { name: 'Chás', slug: 'chas', position: 1, metadata: {} },
  { name: 'Fora de linha', slug: 'fora-de-linha', position: 2, metadata: {} },
  { name: 'Presentes', slug: 'presentes', position: 3, external_id: 'ERP-10', metadata: {} },
];

const PRODUCT = {
  status: 'active',
  unit: 'un',
  track_stock: true,
  allow_backorder: false,
  min_stock: 10,
  image_urls: [],
  metadata: {},
} satisfies Partial<Schemas['ProductCreate']>;

/** With their initial stock. */
export const products = ([coffees, teas]: Ids): readonly Schemas['ProductCreate'][] => [
  {
    ...PRODUCT,
    external_id: 'ERP-1001',
    name: 'Café torrado 500 g',
    sku: 'CAF-500',
    price: 39.9,
    description: 'Torra média, em grãos.',
    category_id: coffees!,
    brand: 'Serra Alta',
    gtin: '7891000315507',
    ncm: '09012100',
    cest: '1709600',
    origin: 0,
    tax_unit: 'KG',
    ...onHand(120),
  },
  {
    ...PRODUCT,
    external_id: 'ERP-1002',
    name: 'Café torrado 1 kg',
    sku: 'CAF-1000',
    price: 74.9,
    category_id: coffees!,
    ...onHand(80),
  },
  {
    ...PRODUCT,
    name: 'Café moído 250 g',
    sku: 'CAF-250',
    price: 21.5,
    category_id: coffees!,
    ...onHand(200),
  },
  {
    ...PRODUCT,
    name: 'Chá-mate tostado 100 g',
    sku: 'CHA-100',
    price: 12.9,
    category_id: teas!,
    ...onHand(60),
  },
  { ...PRODUCT, name: 'Chá de hibisco 50 g', sku: 'CHA-050', price: 9.75, category_id: teas!, ...onHand(40) },
  { ...PRODUCT, name: 'Caneca esmaltada', sku: 'CAN-300', price: 32, ...onHand(3) },
  { ...PRODUCT, external_id: 'ERP-1007', name: 'Caneca de vidro', sku: 'CAN-250', price: 28, ...onHand(5) },
];

const onHand = (on_hand: number) => ({ stock: { on_hand } });

const CUSTOMER = {
  addresses: [],
  tags: [],
  status: 'active',
  metadata: {},
} satisfies Partial<Schemas['CustomerCreate']>;

const DEPOT: Schemas['Address'] = {
  label: 'Depósito',
  street: 'Rua XV de Novembro',
  number: '1200',
  district: 'Centro',
  city: 'Curitiba',
  city_code: '4106902',
  state: 'PR',
  postal_code: '80020-310',
  country: 'BR',
};

export const CUSTOMERS: readonly Schemas['CustomerCreate'][] = [
  {
    ...CUSTOMER,
    external_id: 'ERP-C-77',
    type: 'person',
    name: 'Maria Souza',
    tax_id: '52998224725',
    tax_id_type: 'cpf',
    icms_taxpayer: 'non_contributor',
    email: 'maria@example.com',
    tags: ['vip'],
  },
  {
    ...CUSTOMER,
    type: 'company',
    name: 'Empório Serra Ltda',
    tax_id: '11222333000181',
    tax_id_type: 'cnpj',
    state_registration: { state: 'PR', number: '1234567850' },
    icms_taxpayer: 'contributor',
    municipal_registration: '123456',
    addresses: [DEPOT],
    email: 'compras@example.com',
  },
  { ...CUSTOMER, type: 'person', name: 'João Lima' },
  { ...CUSTOMER, external_id: 'ERP-C-80', type: 'person', name: 'Ana Prado' },
];

/** Whose data has been erased. */
export const FORMER_CUSTOMER: Schemas['CustomerCreate'] = { ...CUSTOMER, type: 'person', name: 'João Lima' };

const PRICE_TABLE = {
  kind: 'fixed',
  status: 'active',
  is_default: false,
  metadata: {},
} satisfies Partial<Schemas['PriceTableCreate']>;

export const PRICE_TABLES: readonly Schemas['PriceTableCreate'][] = [
  { ...PRICE_TABLE, external_id: 'ERP-PT-12', name: 'Atacado', code: 'ATACADO', priority: 10 },
  { ...PRICE_TABLE, name: 'Feira de 2025', code: 'FEIRA-2025', priority: 0, status: 'inactive' },
  {
    ...{ ...PRICE_TABLE, external_id: 'ERP-PT-14', name: 'Feira de 2024', code: 'FEIRA-2024' },
    ...{ priority: 0, status: 'inactive' },
  },
];

const TEN_PERCENT = { type: 'percentage', percentage: 10 } as const;
const NO_CONDITIONS = { min_amount: null, min_quantity: null, customer_tags: [], first_order: false };
const PROMOTION = {
  priority: 10,
  stackable: false,
  requires_coupon: false,
  discount: TEN_PERCENT,
  conditions: NO_CONDITIONS,
  metadata: {},
} satisfies Partial<Schemas['PromotionCreate']>;

/** These have ended or are inactive, so that an order costs what its lines cost. */
export const promotions = ([coffees]: Ids): readonly Schemas['PromotionCreate'][] => [
  {
    ...PROMOTION,
    external_id: 'ERP-P-31',
    name: 'Cafés com 10 % em maio',
    status: 'active',
    requires_coupon: true,
    starts_at: '2026-05-01T03:00:00.000Z',
    ends_at: '2026-06-01T03:00:00.000Z',
    target: { type: 'categories', category_ids: [coffees!] },
    conditions: { ...NO_CONDITIONS, min_amount: 100 },
    usage_limit: 500,
  },
  { ...PROMOTION, name: 'Queima de estoque', status: 'inactive', target: { type: 'order' } },
  {
    ...{ ...PROMOTION, external_id: 'ERP-P-33', name: 'Liquidação' },
    ...{ status: 'inactive', target: { type: 'order' } },
  },
];

/** Without a limit per customer, because every order that tries it is for the same customer. */
export const COUPONS: readonly Schemas['CouponCreate'][] = [
  {
    external_id: 'ERP-K-21',
    code: 'BEMVINDO10',
    status: 'active',
    discount: TEN_PERCENT,
    usage_limit: 10_000,
    metadata: {},
  },
  { code: 'VOLTE5', status: 'inactive', discount: { type: 'percentage', percentage: 5 }, metadata: {} },
  { external_id: 'ERP-K-23', code: 'VOLTE15', status: 'inactive', discount: TEN_PERCENT, metadata: {} },
];

interface DemoOrder {
  readonly body: OrderRequest;
  /** Whether it is In_Transit. */
  readonly moved?: boolean;
  /** Whether all of it is paid. */
  readonly paid?: boolean;
  /** Whether nobody was at home once. */
  readonly attempted?: boolean;
  readonly returned?: Schemas['ReturnCreate'];
  readonly changed?: Schemas['OrderUpdate'];
}

/**
 * 5001 is there to change its status, 5002 to be paid; 5003 is already in transit, to somebody else. 5004 was sold in a marketplace. 5005 has a
 * payment to void, 5006 one to refund, 5007 goods to return; of 5008 a part came back and was refunded, and an attempt to deliver it failed. 5009 was
 * changed after it was placed.
 */
export const orders = ([maria, emporio]: Ids, [half, whole, ground]: Ids): DemoOrder[] => [
  {
    body: {
      external_id: 'ERP-O-5001',
      customer_id: maria!,
      coupon_code: 'BEMVINDO10',
      items: [{ product_id: half!, quantity: 3 }],
      shipping: {
        amount: 15,
        method: 'PAC',
        modality: 0,
        carrier: 'Correios',
        tracking_code: 'AA123456785BR',
        volumes: 1,
        gross_weight_kg: 1.62,
      },
      channel: 'marketplace',
      salesperson: { name: 'Ana Lima', external_id: 'V-07' },
      fiscal_document: {
        access_key: '41260211222333000181550010000005671836102749',
        issued_at: '2026-02-01T09:30:00.000Z',
        url: 'https://erp.example.com/nfe/567.xml',
      },
      payment_terms: [
        { due_date: '2026-03-01', amount: 61.37, method: 'boleto' },
        { due_date: '2026-04-01', amount: 61.36, method: 'boleto' },
      ],
    },
  },
  {
    body: { customer_id: emporio!, items: [{ product_id: ground!, quantity: 100 }] },
  },
  {
    moved: true,
    body: {
      customer_id: maria!,
      items: [{ product_id: whole!, quantity: 2 }],
      shipping: { address: { ...DEPOT, label: null, recipient: 'João Lima', phone: '+5541999990000' } },
    },
  },
  {
    body: {
      external_id: 'MARKETPLACE-2000012345',
      customer_id: emporio!,
      items: [
        { product_id: half!, quantity: 6, unit_price: 36.5, discount: 10.95 },
        { product_id: ground!, quantity: 4, unit_price: 19.9 },
      ],
      expected_total: 287.65,
    },
  },
  { paid: true, body: { customer_id: maria!, items: [{ product_id: ground!, quantity: 1 }] } },
  { moved: true, paid: true, body: { customer_id: maria!, items: [{ product_id: half!, quantity: 4 }] } },
  { moved: true, paid: true, body: { customer_id: maria!, items: [{ product_id: half!, quantity: 12 }] } },
  {
    moved: true,
    paid: true,
    attempted: true,
    returned: {
      items: [{ line: 1, quantity: 2 }],
      restock: true,
      reason: 'Pediu demais',
      refund: { amount: 43, reason: 'Devolução', reference: 'DEMO-5008' },
    },
    body: { customer_id: emporio!, items: [{ product_id: ground!, quantity: 10 }] },
  },
  {
    changed: {
      items: [{ sku: 'CAF-250', quantity: 6 }],
      notes: 'O cliente pediu mais 2.',
      channel: 'whatsapp',
    },
    body: { customer_id: emporio!, items: [{ product_id: ground!, quantity: 4 }] },
  },
];
