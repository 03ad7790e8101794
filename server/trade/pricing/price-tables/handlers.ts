import type { NoFields, Schemas } from '../../../base/contract.ts';
import {
  invalidReferences,
  invalidRequest,
  type ValidationIssue,
} from '../../../base/problems/api-problem.ts';
import type { Transaction } from '../../../db/querier.ts';
import { findReferencedProducts } from '../../catalogue/products/find-referenced.ts';
import { referenceIssue } from '../../catalogue/rules/reference.ts';
import { type Handler, versionHeaders } from '../../resources/handler.ts';
import { lockedRow } from '../../resources/handler-factories.ts';
import { type EntrySet, setEntries } from './entries.ts';
import { priceTableResource } from './resource.ts';
import { priceTableRows } from './store.ts';

export const setPriceTableEntries: Handler<'setPriceTableEntries'> = async (call, reply, tx) => {
  const { tenantId } = call.caller;
  const { entries, ...unread } = call.body;
  unread satisfies NoFields;
  const row = await lockedRow(tx, priceTableResource, call);
  if ((JSON.parse(row.document) as Schemas['PriceTable']).kind !== 'fixed')
    throw invalidRequest([
      { pointer: '#/entries', code: 'kind', detail: 'a percentage table has no entries' },
    ]);
  const sets = await withProducts(tx, tenantId, entries);
  refuseDuplicates(sets);
  const { isChanged, result } = await setEntries(tx, tenantId, row.id, sets);
  if (!isChanged) return reply(200, result, versionHeaders(priceTableResource, row));
  const changes = [{ position: 0, id: row.id, changes: {} }];
  const [table] = await priceTableRows.write(tx, { caller: call.caller, creations: [], changes });
  return reply(200, result, versionHeaders(priceTableResource, table!));
};

function refuseDuplicates(entries: readonly EntrySet[]): void {
  const seen = new Set<string>();
  const issues = entries.flatMap(({ product_id, min_quantity = 0 }, index): ValidationIssue[] => {
    const key = `${product_id} ${min_quantity}`;
    const repeated = seen.has(key);
    seen.add(key);
    return repeated
      ? [{ pointer: `#/entries/${index}`, code: 'repeated', detail: 'repeats a product and min_quantity' }]
      : [];
  });
  if (issues.length > 0) throw invalidRequest(issues);
}

/** The entries by the ids of their products, however the body names those. */
async function withProducts(
  tx: Transaction,
  tenantId: number,
  entries: readonly Schemas['PriceTableEntrySet'][],
): Promise<EntrySet[]> {
  const products = await findReferencedProducts(tx, tenantId, entries);
  const missing = entries.flatMap((entry, index) =>
    products[index] ? [] : [referenceIssue(`#/entries/${index}`, entry)],
  );
  if (missing.length > 0) throw invalidReferences(missing);
  return entries.map(({ product_id, sku, external_id, min_quantity = 0, price, ...unread }, index) => {
    unread satisfies NoFields;
    return { product_id: products[index]!.id, min_quantity, price };
  });
}
