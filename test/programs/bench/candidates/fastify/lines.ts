import type { Knex } from 'knex';
import type { Tenant } from '../tenants.ts';

export interface OrderBody {
  readonly customer_id: number;
  readonly items: readonly { readonly product_id: number; readonly quantity: number }[];
}

interface Product {
  readonly id: number;
  readonly sku: string;
  readonly name: string;
  readonly price: string;
}

export class Refusal extends Error {
  readonly statusCode: number;

  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

const cents = (amount: number): number => Math.round(amount * 100) / 100;

/** The order's lines at the products' own prices, and what both an order and a quote show. */
export async function priceOrder(db: Knex, { id: tenant_id }: Tenant, { customer_id, items }: OrderBody) {
  const customer = await db('customers')
    .where({ tenant_id, id: customer_id, status: 'active' })
    .whereNull('deleted_at')
    .first('id');
  if (!customer) throw new Refusal(422, 'no customer has this id');
  const ids = items.map(({ product_id }) => product_id);
  const products: Product[] = await db('products')
    .select('id', 'sku', 'name', 'price')
    .where({ tenant_id, status: 'active' })
    .whereIn('id', ids)
    .whereNull('deleted_at');
  const byId = new Map(products.map((product) => [product.id, product]));
  const lines = items.map(({ product_id, quantity }) => {
    const product = byId.get(product_id);
    if (!product) throw new Refusal(422, 'no product has this id');
    return toLine(product, quantity);
  });
  const subtotal = cents(lines.reduce((sum, line) => sum + line.total, 0));
  return {
    customer_id,
    currency: 'BRL',
    price_table_id: null,
    coupon_code: null,
    items: lines,
    discounts: [],
    subtotal,
    discount_total: 0,
    shipping_amount: 0,
    total: subtotal,
  };
}

function toLine({ id, sku, name, price }: Product, quantity: number) {
  const amount = cents(Number(price) * quantity);
  return {
    product_id: id,
    sku,
    name,
    quantity,
    unit_price: Number(price),
    price_source: { type: 'product', price_table_id: null },
    subtotal: amount,
    discount: 0,
    order_discount: 0,
    total: amount,
    returned_quantity: 0,
  };
}
