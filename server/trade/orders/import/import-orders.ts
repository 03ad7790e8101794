import type { Caller } from '../../../accounts/api-keys/caller.ts';
import type { Schemas } from '../../../base/contract.ts';
import { ApiProblem } from '../../../base/problems/api-problem.ts';
import type { Transaction } from '../../../db/querier.ts';
import type { RowResult } from '../../resources/batch-result.ts';
import { problemOf } from '../../resources/batch-row.ts';
import { lockNames } from '../../resources/lock-names.ts';
import { requireEqual } from './compare.ts';
import { findExisting } from './import-sql.ts';
import { type ImportedOrder, importedOrder } from './imported-order.ts';
import { type Existing, readReferences } from './references.ts';
import type { Item } from './rules/history.ts';
import { lockStock, type PlannedOrder, writeOrders } from './write.ts';

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
  rows: readonly (Item | ApiProblem)[],
): Promise<ReadonlyMap<Item, Result>> {
  const items = rows.filter((row) => !(row instanceof ApiProblem));
  const results = new Map<Item, Result>();
  const attempt = <T>(item: Item, make: () => T): T[] => {
    try {
      return [make()];
    } catch (error) {
      results.set(item, problemOf(error));
      return [];
    }
  };
  const ids = items.map(({ external_id }) => external_id);
  const there = await findOrders(tx, caller, ids);
  const found = [...there.values()].map(({ order }) => order);
  const references = await readReferences(tx.reads ?? tx, caller.tenantId, items, found);
  const orders = items.flatMap((item) =>
    attempt(item, () => importedOrder(caller, item, references.parties(item, there.get(item.external_id)))),
  );
  const existing = new Map([...there, ...(await lockMissing(tx, caller, orders, there))]);
  const compare = (imported: ImportedOrder, { order, document }: Existing, row?: number): void => {
    requireEqual(imported, order, references, row);
    results.set(imported.item, { status: 200, document, shortages: '[]' });
  };
  // Of equal ids in a request the first is recorded, and the others are compared with it.
  const firsts = new Map<string, ImportedOrder>();
  for (const imported of orders) {
    const { external_id: id } = imported.item;
    const stored = existing.get(id);
    if (stored) attempt(imported.item, () => compare(imported, stored));
    else if (!firsts.has(id)) firsts.set(id, imported);
  }
  const fresh = [...firsts.values()];
  const balances = stock === 'force' ? await lockStock(tx, caller.tenantId, fresh) : null;
  const planned = fresh.flatMap((order) =>
    attempt(order.item, (): PlannedOrder => balances?.plan(order) ?? { ...order, movements: [] }),
  );
  const feedOnly = events !== 'emit';
  const written = await writeOrders(tx, caller, planned, { stock: balances, feedOnly });
  for (const [index, row] of written.entries()) results.set(planned[index]!.item, { status: 201, ...row });
  for (const repeat of orders.filter(({ item }) => !results.has(item))) {
    const { item } = firsts.get(repeat.item.external_id)!;
    const first = results.get(item)!;
    if (first instanceof ApiProblem) results.set(repeat.item, first);
    else attempt(repeat.item, () => compare(repeat, existingOf(first.document), rows.indexOf(item)));
  }
  return results;
}

const existingOf = (document: string, digest: string | null = null): Existing => ({
  ...{ document, digest },
  order: JSON.parse(document),
});

interface Found extends Omit<Existing, 'order'> {
  readonly external_id: string;
}

/** Orders that are there, by external id. */
async function findOrders(
  tx: Transaction,
  caller: Caller,
  externalIds: readonly string[],
): Promise<Map<string, Existing>> {
  const values = { tenant_id: caller.tenantId, external_ids: externalIds };
  const rows = await findExisting<Found>(tx, values);
  return new Map(
    rows.map(({ external_id, document, digest }) => [external_id, existingOf(document, digest)]),
  );
}

/** Those that have come since. Two imports of an order wait for each other if it isn't there. */
async function lockMissing(
  tx: Transaction,
  caller: Caller,
  orders: readonly ImportedOrder[],
  there: ReadonlyMap<string, Existing>,
): Promise<Map<string, Existing>> {
  const ids = new Set(orders.map(({ item }) => item.external_id));
  const externalIds = [...ids].filter((id) => !there.has(id));
  if (externalIds.length === 0) return new Map();
  await lockNames({ tx, caller, resource: TABLE }, { externalIds, values: [] });
  return findOrders(tx, caller, externalIds);
}
