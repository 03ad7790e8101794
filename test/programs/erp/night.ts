import type { Order, Tradepost } from '@tradepost/sdk';
import { syncCatalogue, syncStock } from './catalogue.ts';
import type { DayFile } from './day-file.ts';
import { writeDocuments } from './documents.ts';
import { shipGoods, takeGoodsBack } from './goods.ts';
import { importOrders } from './orders.ts';
import { recordMoney } from './payments.ts';
import { fingerprint, type Ledger, reconcile } from './reconcile.ts';

export interface NightReport extends Ledger {
  readonly fingerprint: string;
}

/** What the ERP does every night. It may stop anywhere and start again: each step first looks at what is there. */
export async function runNight(tp: Tradepost, day: DayFile): Promise<NightReport> {
  await syncCatalogue(tp, day);
  await syncStock(tp, day);
  const orders = await importOrders(tp, day);
  const finished = new Map<string, Order>();
  for (const file of day.orders) {
    const documented = await writeDocuments(tp, orders.get(file.id)!, file);
    const shipped = await shipGoods(tp, documented, file);
    const paid = await recordMoney(tp, shipped, file);
    finished.set(file.id, await takeGoodsBack(tp, paid, file));
  }
  // The file counts the warehouse after the day's shipments and returns, which have moved the stock since the first count.
  await syncStock(tp, day);
  return { ...reconcile(day, finished), fingerprint: await fingerprint(tp) };
}
