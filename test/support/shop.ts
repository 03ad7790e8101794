import type { Customer, Product, ProductCreate, Tradepost } from '@tradepost/sdk';

let made = 0;

/** Creates a product with stock and a unique SKU. */
export async function stocked(
  tp: Tradepost,
  onHand: number,
  fields: Partial<ProductCreate> = {},
): Promise<Product> {
  made += 1;
  const product = await tp.products.create({
    name: `Produto ${made}`,
    sku: `SKU-${made}`,
    price: 10,
    ...fields,
  });
  if (onHand > 0)
    await tp.products.adjustStock(product.id, { mode: 'set', quantity: onHand, reason: 'initial' });
  return product;
}

export const buyer = (tp: Tradepost): Promise<Customer> =>
  tp.customers.create({ type: 'person', name: 'Maria Souza' });

export const leastProduct: ProductCreate = { name: 'Café torrado 500 g', sku: 'CAF-500', price: 39.9 };

/** Every writable field except the category. */
export const fullProduct = {
  ...leastProduct,
  external_id: 'ERP-1',
  description: 'Torra média, em grãos.\n"À mão" \\ 100 %',
  brand: 'Serra Alta',
  status: 'inactive',
  unit: 'kg',
  cost_price: 21.35,
  gtin: '7891000315507',
  ncm: '09012100',
  weight_kg: 0.5,
  dimensions: { length_cm: 8, width_cm: 6.125, height_cm: 22 },
  track_stock: false,
  allow_backorder: true,
  min_stock: 10.5,
  image_urls: ['https://images.example.com/caf-500.jpg'],
  metadata: { channel: 'marketplace', 'a.b-c_d': '' },
} satisfies ProductCreate;
