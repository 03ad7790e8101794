import type { Order, Tradepost } from '@tradepost/sdk';
import { syncCatalogue } from './catalogue.ts';
import type { DayFile } from './day-file.ts';
import { writeDocuments } from './documents.ts';
import { importOrders } from './orders.ts';
import { recordMoney } from './payments.ts';
import { fingerprint, type Ledger, reconcile } from './reconcile.ts';

export interface NightReport extends Ledger {
  readonly fingerprint: string;
}

/** What the ERP does every night. It may stop anywhere and start again: each step first looks at what is there. */
export async function runNight(tp: Tradepost, day: DayFile): Promise<NightReport> {
  await syncCatalogue(tp, day);
  const orders = await importOrders(tp, day);
  const finished = new Map<string, Order>();
  for (const file of day.orders) {
    const documented = await writeDocuments(tp, orders.get(file.id)!, file);
    finished.set(file.id, await recordMoney(tp, documented, file));
  }
  return { ...reconcile(day, finished), fingerprint: await fingerprint(tp) };
}
