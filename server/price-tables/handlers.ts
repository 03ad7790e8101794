import type { NoFields, Schemas } from '../contract.ts';
import type { Transaction } from '../db/querier.ts';
import { ApiProblem, invalidRequest, type ValidationIssue } from '../errors.ts';
import type { Handler } from '../handler.ts';
import { lockedRow } from '../resources/handler-factories.ts';
import { versionHeaders } from '../resources/resource.ts';
import { type EntrySet, findMissingProducts, setEntries } from './entries.ts';
import { priceTableResource } from './resource.ts';
import { updatePriceTable as write } from './store.ts';

export const setPriceTableEntries: Handler<'setPriceTableEntries'> = async (call, reply, tx) => {
  const { tenantId } = call.caller;
  const { entries, ...unread } = call.body;
  unread satisfies NoFields;
  const row = await lockedRow(tx, priceTableResource, call);
  if ((JSON.parse(row.document) as Schemas['PriceTable']).kind !== 'fixed')
    throw invalidRequest([
      { pointer: '#/entries', code: 'kind', detail: 'a percentage table has no entries' },
    ]);
  refuseDuplicates(entries);
  await requireProducts(tx, tenantId, entries);
  const result = await setEntries(tx, tenantId, row.id, entries);
  const table = await write(tx, tenantId, row.id, {});
  return reply(200, result, versionHeaders(priceTableResource, table));
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

async function requireProducts(
  tx: Transaction,
  tenantId: number,
  entries: readonly EntrySet[],
): Promise<void> {
  const unknown = await findMissingProducts(
    tx,
    tenantId,
    entries.map(({ product_id }) => product_id),
  );
  if (unknown.size === 0) return;
  const errors = entries.flatMap(({ product_id }, index): ValidationIssue[] =>
    unknown.has(product_id)
      ? [
          {
            pointer: `#/entries/${index}/product_id`,
            code: 'invalid_reference',
            detail: 'no product has this id',
          },
        ]
      : [],
  );
  throw new ApiProblem('invalid_reference', `${unknown.size} of the products do not exist; see errors.`, {
    errors,
  });
}
