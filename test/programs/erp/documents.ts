import type { Order, Tradepost } from '@tradepost/sdk';
import type { FileOrder } from './day-file.ts';

/** Writes the invoice and the tracking code to an order that doesn't have them yet. */
export async function writeDocuments(tp: Tradepost, order: Order, { invoice }: FileOrder): Promise<Order> {
  if (invoice === null || order.fiscal_document?.access_key === invoice.access_key) return order;
  const { access_key, issued_at, tracking_code } = invoice;
  return tp.orders.update(
    order.id,
    { fiscal_document: { access_key, issued_at }, shipping: { carrier: 'Correios', tracking_code } },
    // If somebody changed the order since we read it, nothing is written, and the next night tries again.
    { ifMatch: order.version },
  );
}
