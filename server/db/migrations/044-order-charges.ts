import type { Step } from './migration.ts';

export const name = '044-order-charges';

export const steps: readonly Step[] = [
  `ALTER TABLE orders ADD agreed_discount numeric(12,2) NOT NULL DEFAULT 0, ADD charges json NOT NULL DEFAULT '[]',
     ADD charges_total numeric(12,2) NOT NULL DEFAULT 0`,
  // The release before computes a total without the charges, which it doesn't know. Its change of such an order fails rather than lose them.
  `ALTER TABLE orders ADD CONSTRAINT orders_charges
     CHECK (charges_total = 0 OR total = subtotal - discount_total + shipping_amount + charges_total) NOT VALID`,
  'ALTER TABLE orders VALIDATE CONSTRAINT orders_charges',
];
