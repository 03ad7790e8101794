export const name = '026-refunds-and-returns';

export const sql = `
-- documents/orders.sql gives existing payments their ids, and each order its payment_status, when it rebuilds the documents.
ALTER TABLE orders
  ADD payment_status text NOT NULL DEFAULT 'unpaid',
  -- Whether order.payment_confirmed was ever emitted: a voided payment doesn't make it happen again.
  ADD payment_confirmed boolean NOT NULL DEFAULT false,
  ADD refunded_total numeric(12,2) NOT NULL DEFAULT 0,
  ADD refunds json NOT NULL DEFAULT '[]',
  ADD returns json NOT NULL DEFAULT '[]',
  ADD CONSTRAINT orders__refunded_total__check CHECK (refunded_total BETWEEN 0 AND paid_total);
`;
