import { expect } from 'vitest';
import type { components } from '../../generated/openapi.ts';
import { stocked } from './shop.ts';
import type { TestEnvironment } from './test-environment.ts';
import { openShop } from './trade.ts';

type Schemas = components['schemas'];
export type ImportItem = Schemas['OrderImportItem'];
export type ImportRow = Schemas['OrderImportRow'];
type Import = Partial<Pick<Schemas['OrderImport'], 'stock' | 'events'>>;

export const PLACED = '2024-05-10T13:20:00.000Z';
export const SHIPPED = '2024-05-11T09:00:00.000Z';
export const DELIVERED = '2024-05-14T16:40:00.000Z';

/** A shop with a product at 10.00 of which 5 are on hand, and orders of 3 of it to import. */
export async function shopToImport(environment: TestEnvironment) {
  const shop = await openShop(environment);
  const product = await stocked(shop.tp, 5);
  let made = 0;
  const item = (fields: Partial<ImportItem> = {}): ImportItem => {
    made += 1;
    return {
      external_id: `O-${made}`,
      customer_id: shop.customer.id,
      placed_at: PLACED,
      items: [{ product_id: product.id, quantity: 3, unit_price: 9.5 }],
      status: 'Pending',
      ...fields,
    } as ImportItem;
  };
  const send = async (items: readonly unknown[], options: Import = {}): Promise<ImportRow[]> => {
    const response = await shop.request('POST', '/orders/import', { body: { ...options, items } });
    expect(response.status, await response.clone().text()).toBe(200);
    return ((await response.json()) as Schemas['OrderImportResult']).results;
  };
  const one = async (fields: Partial<ImportItem>, options?: Import) =>
    (await send([item(fields)], options))[0]!;
  const stock = async () => {
    const { on_hand, reserved } = (await shop.tp.products.get(product.id)).stock;
    return [on_hand, reserved];
  };
  const movements = async (order_id: number) =>
    (await shop.tp.stock.movements({ order_id })).data.map(({ type, quantity, on_hand_after, reason }) => [
      ...[type, quantity, on_hand_after],
      ...(reason ? [reason] : []),
    ]);
  return { ...shop, product, item, send, one, stock, movements };
}

/** The places and codes of what refuses a row. */
export const refused = ({ problem }: ImportRow) => [
  problem?.code,
  ...(problem?.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`),
];
