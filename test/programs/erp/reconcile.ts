import { createHash } from 'node:crypto';
import { money, type Order, type Tradepost } from '@tradepost/sdk';
import type { DayFile, FileOrder } from './day-file.ts';

/** Sums of a night. */
export interface Ledger {
  readonly orders: number;
  readonly sold: number;
  readonly received: number;
  readonly refunded: number;
  /** Units that came back. */
  readonly returned: number;
}

/** Compares each order with the file, its money to the cent, and adds them up. */
export function reconcile({ orders }: DayFile, found: ReadonlyMap<string, Order>): Ledger {
  const differences = orders.flatMap((file) => differencesOf(file, found.get(file.id)));
  if (differences.length > 0) throw new Error(`The ledger differs:\n${differences.join('\n')}`);
  const all = [...found.values()];
  const sum = (amountOf: (order: Order) => number): number =>
    money(all.reduce((total, order) => total + amountOf(order), 0));
  return {
    orders: all.length,
    sold: sum(({ total }) => total),
    received: sum(({ paid_total }) => paid_total),
    refunded: sum(({ refunded_total }) => refunded_total),
    returned: sum(returnedUnits),
  };
}

function differencesOf(file: FileOrder, order: Order | undefined): string[] {
  if (!order) return [`${file.id} is missing`];
  const sum = (rows: readonly { readonly amount: number }[]): number =>
    money(rows.reduce((total, { amount }) => total + amount, 0));
  const { invoice, returns } = file;
  const compared: [name: string, ours: unknown, theirs: unknown][] = [
    ['placed_at', file.placed_at, order.placed_at],
    ['status', file.status, order.status],
    ['invoice', invoice?.access_key, order.fiscal_document?.access_key],
    ['tracking code', invoice?.tracking_code, order.shipping?.tracking_code],
    ['total', file.total, order.total],
    ['paid', sum(file.payments), order.paid_total],
    ['refunded', sum([...file.refunds, ...returns]), order.refunded_total],
    ['returned', returns.reduce((units, { quantity }) => units + quantity, 0), returnedUnits(order)],
  ];
  return compared.flatMap(([name, ours, theirs]) =>
    ours === theirs ? [] : [`${file.id}: ${name} is ${theirs}, and ${ours} in the file`],
  );
}

const returnedUnits = ({ items }: Order): number =>
  items.reduce((units, { returned_quantity }) => units + returned_quantity, 0);

/** A hash of everything that a night writes, with its versions and times. If it's the same, nothing was written. */
export async function fingerprint(tp: Tradepost): Promise<string> {
  const hash = createHash('sha256');
  const query = { format: 'ndjson' } as const;
  const exports: (() => AsyncIterable<object>)[] = [
    () => tp.products.export(query),
    () => tp.customers.export(query),
    () => tp.stock.exportMovements(query),
    () => tp.orders.export(query),
  ];
  for (const rows of exports) for await (const row of rows()) hash.update(JSON.stringify(row));
  return hash.digest('hex');
}
