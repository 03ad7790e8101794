import type { BatchAllResult, Tradepost } from '@tradepost/sdk';
import type { DayFile, FileProduct } from './day-file.ts';

const WHOLESALE = 'WHOLESALE';
/** What one request takes. */
const MAX_ENTRIES = 1000;

/** Customers before orders, products before their prices. Repeating it changes nothing. */
export async function syncCatalogue(tp: Tradepost, { products, customers }: DayFile): Promise<void> {
  await expectNoProblem(
    tp.customers.batchAll(
      customers.map(({ id, name, tax_id }) => ({ external_id: id, type: 'person', name, tax_id })),
    ),
  );
  await expectNoProblem(
    tp.products.batchAll(products.map(({ id, sku, name, price }) => ({ external_id: id, sku, name, price }))),
  );
  await syncPrices(tp, products);
}

/** What is in the warehouse. A balance that is right already isn't written. */
export async function syncStock(tp: Tradepost, { products }: DayFile): Promise<void> {
  await expectNoProblem(
    tp.stock.batchAll(
      products.map(({ sku, on_hand }) => ({ sku, mode: 'set', quantity: on_hand, reason: 'count' })),
    ),
  );
}

async function syncPrices(tp: Tradepost, products: readonly FileProduct[]): Promise<void> {
  const table = await tp.priceTables.upsert(WHOLESALE, { name: 'Atacado', code: WHOLESALE, kind: 'fixed' });
  for (let at = 0; at < products.length; at += MAX_ENTRIES) {
    const entries = products
      .slice(at, at + MAX_ENTRIES)
      .map(({ sku, wholesale_price }) => ({ sku, price: wholesale_price }));
    await tp.priceTables.setEntries(table.id, { entries });
  }
}

/** A row that the service refuses is a mistake in our file, and somebody has to look at it. */
export async function expectNoProblem<Item>(
  results: AsyncIterable<BatchAllResult<Item, unknown>>,
): Promise<void> {
  for await (const { item, problem } of results)
    if (problem) throw new Error(`${JSON.stringify(item)} was refused: ${problem.detail}`);
}
