import type { Order, Tradepost } from '@tradepost/sdk';
import type { FileOrder } from './day-file.ts';

/** Writes the invoice and the tracking code to an order that doesn't have them yet. */
export async function writeDocuments(tp: Tradepost, order: Order, { invoice }: FileOrder): Promise<Order> {
  if (invoice === null || order.metadata.invoice === invoice.number) return order;
  const { number, tracking_code } = invoice;
  return tp.orders.update(
    order.id,
    { metadata: { ...order.metadata, invoice: number, tracking_code } },
    // If somebody changed the order since we read it, nothing is written, and the next night tries again.
    { ifMatch: order.version },
  );
}
