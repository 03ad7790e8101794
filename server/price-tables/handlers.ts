import type { Context } from '../context.ts';
import type { Schemas } from '../contract.ts';
import { listPage } from '../db/listing.ts';
import type { Transaction } from '../db/querier.ts';
import { ApiProblem, invalidRequest, notFound, type ValidationIssue } from '../errors.ts';
import type { Handler } from '../handler.ts';
import {
  createHandler,
  deleteHandler,
  getHandler,
  lockedRow,
  updateHandler,
} from '../resources/handler-factories.ts';
import { versionHeaders } from '../resources/resource.ts';
import { type EntrySet, entryList, findMissingProducts, setEntries } from './entries.ts';
import { priceTableResource } from './resource.ts';
import { priceTableEverExisted, priceTableList, updatePriceTable as write } from './store.ts';

export const listPriceTables =
  ({ cursors }: Context): Handler<'listPriceTables'> =>
  async ({ caller, query }, reply, db) =>
    reply(200, await listPage(db, { spec: priceTableList, cursors, tenantId: caller.tenantId, query }));

export const getPriceTable: Handler<'getPriceTable'> = getHandler(priceTableResource);
export const createPriceTable: Handler<'createPriceTable'> = createHandler(priceTableResource);
export const updatePriceTable: Handler<'updatePriceTable'> = updateHandler(priceTableResource);
export const deletePriceTable: Handler<'deletePriceTable'> = deleteHandler(priceTableResource);

export const listPriceTableEntries =
  ({ cursors }: Context): Handler<'listPriceTableEntries'> =>
  async ({ caller, path, query }, reply, db) => {
    const id = path.price_table_id;
    if (!(await priceTableEverExisted(db, caller.tenantId, id)))
      throw notFound('price table', 'price_table_id');
    const ofTable = { ...query, price_table_id: id };
    return reply(
      200,
      await listPage(db, { spec: entryList, cursors, tenantId: caller.tenantId, query: ofTable }),
    );
  };

export const setPriceTableEntries: Handler<'setPriceTableEntries'> = async (call, reply, tx) => {
  const { tenantId } = call.caller;
  const { entries } = call.body;
  const row = await lockedRow(tx, priceTableResource, call);
  if ((JSON.parse(row.document) as Schemas['PriceTable']).kind !== 'fixed')
    throw invalidRequest([
      { pointer: '#/entries', code: 'kind', detail: 'a percentage table has no entries' },
    ]);
  refuseDuplicates(entries);
  await requireProducts(tx, tenantId, entries);
  const result = await setEntries(tx, tenantId, row.id, entries);
  const table = await write(tx, tenantId, row.id, {});
  return reply(200, result, versionHeaders(table));
};

function refuseDuplicates(entries: readonly EntrySet[]): void {
  const seen = new Set<string>();
  const issues = entries.flatMap(({ product_id, min_quantity = 0 }, index): ValidationIssue[] => {
    const key = `${product_id} ${min_quantity}`;
    const repeated = seen.has(key);
    seen.add(key);
    return repeated
      ? [{ pointer: `#/entries/${index}`, code: 'repeated', detail: 'names a product and quantity again' }]
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
