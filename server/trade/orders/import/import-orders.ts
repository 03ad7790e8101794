import type { Caller } from '../../../accounts/api-keys/caller.ts';
import type { Schemas } from '../../../base/contract.ts';
import { type ApiProblem, invalidRequest } from '../../../base/problems/api-problem.ts';
import type { Transaction } from '../../../db/querier.ts';
import type { RowResult } from '../../resources/batch-result.ts';
import { problemOf } from '../../resources/batch-row.ts';
import { lockNames } from '../../resources/lock-names.ts';
import { requireEqual } from './compare.ts';
import { findExisting } from './import-sql.ts';
import { type ImportedOrder, importedOrder } from './imported-order.ts';
import { readParties } from './references.ts';
import type { Item } from './rules/history.ts';
import { lockStock, type PlannedOrder, PlannedStock, writeOrders } from './write.ts';

export interface ImportedRow extends RowResult {
  /** JSON text. */
  readonly shortages: string;
}
export type Result = ImportedRow | ApiProblem;

export interface Import {
  readonly caller: Caller;
  readonly stock: Schemas['OrderImport']['stock'];
  readonly events: Schemas['OrderImport']['events'];
}

const TABLE = { table: { name: 'orders' } };

/** Records valid rows. Some ten statements, however many there are. */
export async function importOrders(
  tx: Transaction,
  { caller, stock, events }: Import,
  items: readonly Item[],
): Promise<ReadonlyMap<Item, Result>> {
  const results = new Map<Item, Result>();
  const attempt = <T>(item: Item, make: () => T): T[] => {
    try {
      return [make()];
    } catch (error) {
      results.set(item, problemOf(error));
      return [];
    }
  };
  const repeated = idsGivenTwice(items);
  const parties = await readParties(tx.reads ?? tx, caller.tenantId, items);
  const orders = items.flatMap((item) =>
    attempt(item, () => {
      if (repeated.has(item.external_id)) throw givenTwice();
      return importedOrder(caller, item, parties(item));
    }),
  );
  const existing = await lockExisting(tx, caller, orders);
  const isNew = (order: ImportedOrder) => !existing.has(order.item.external_id);
  for (const order of orders.filter((each) => !isNew(each)))
    attempt(order.item, () => {
      const document = existing.get(order.item.external_id)!;
      requireEqual(order, JSON.parse(document) as Schemas['Order']);
      results.set(order.item, { status: 200, document, shortages: '[]' });
    });
  const fresh = orders.filter(isNew);
  const balances =
    stock === 'force' ? await lockStock(tx, caller.tenantId, fresh) : new PlannedStock(new Map());
  const planned: PlannedOrder[] = fresh.flatMap((order) => attempt(order.item, () => balances.plan(order)));
  const feedOnly = events !== 'emit';
  const written = await writeOrders(tx, caller, planned, { stock: balances, feedOnly });
  for (const [index, row] of written.entries()) results.set(planned[index]!.item, { status: 201, ...row });
  return results;
}

/** The documents of orders that are there, by external id. Two imports of an order wait for each other if it isn't. */
async function lockExisting(
  tx: Transaction,
  caller: Caller,
  orders: readonly ImportedOrder[],
): Promise<Map<string, string>> {
  const find = async (externalIds: readonly string[]) => {
    const values = { tenant_id: caller.tenantId, external_ids: externalIds };
    const rows = await findExisting<{ external_id: string; document: string }>(tx, values);
    return rows.map((row) => [row.external_id, row.document] as const);
  };
  const ids = orders.map(({ item }) => item.external_id);
  const existing = new Map(await find(ids));
  const externalIds = ids.filter((id) => !existing.has(id));
  if (externalIds.length === 0) return existing;
  await lockNames({ tx, caller, resource: TABLE }, { externalIds, values: [] });
  return new Map([...existing, ...(await find(externalIds))]);
}

function idsGivenTwice(items: readonly Item[]): Set<string> {
  const seen = new Set<string>();
  return new Set(items.flatMap(({ external_id: id }) => (seen.size === seen.add(id).size ? [id] : [])));
}

const givenTwice = (): ApiProblem =>
  invalidRequest([
    { pointer: '#/external_id', code: 'repeated', detail: 'several rows have this external_id' },
  ]);
