import { createHash } from 'node:crypto';
import { money, type Order, type Tradepost } from '@tradepost/sdk';
import type { DayFile, FileOrder } from './day-file.ts';

/** Sums of a night. */
export interface Ledger {
  readonly orders: number;
  readonly sold: number;
  readonly received: number;
  readonly refunded: number;
}

/** Compares each order with the file, to the cent, and adds them up. */
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
  };
}

function differencesOf(file: FileOrder, order: Order | undefined): string[] {
  if (!order) return [`${file.id} is missing`];
  const sum = (rows: readonly { readonly amount: number }[]): number =>
    money(rows.reduce((total, { amount }) => total + amount, 0));
  const compared: [name: string, ours: number, theirs: number][] = [
    ['total', file.total, order.total],
    ['paid', sum(file.payments), order.paid_total],
    ['refunded', sum(file.refunds), order.refunded_total],
  ];
  return compared.flatMap(([name, ours, theirs]) =>
    ours === theirs ? [] : [`${file.id}: ${name} is ${theirs}, and ${ours} in the file`],
  );
}

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
