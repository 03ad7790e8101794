import type { Order, Tradepost } from '@tradepost/sdk';
import type { FileOrder } from './day-file.ts';

/** Writes the invoice's number and the tracking code to an order that doesn't have them yet. */
export async function writeDocuments(tp: Tradepost, order: Order, { invoice }: FileOrder): Promise<Order> {
  if (invoice === null || order.shipping?.tracking_code === invoice.tracking_code) return order;
  const { number, tracking_code } = invoice;
  return tp.orders.update(
    order.id,
    { shipping: { carrier: 'Correios', tracking_code }, metadata: { ...order.metadata, invoice: number } },
    // If somebody changed the order since we read it, nothing is written, and the next night tries again.
    { ifMatch: order.version },
  );
}
