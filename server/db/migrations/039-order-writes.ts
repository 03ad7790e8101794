import type { Step } from './migration.ts';

export const name = '039-order-writes';

export const steps: readonly Step[] = [
  // A movement is written by the statement that has locked and changed its balance, which has the reference, and with its order
  // by the statement that writes that or has locked it; a line by the trigger of its order. None of them is ever deleted. To check
  // these again for each row took as long as writing the rows, and put a lock, a write and a page of WAL on each product of an order.
  'ALTER TABLE stock_movements DROP CONSTRAINT stock_movements_tenant_id_product_id_fkey',
  'ALTER TABLE stock_movements DROP CONSTRAINT stock_movements_tenant_id_order_id_fkey',
  'ALTER TABLE order_lines DROP CONSTRAINT order_lines_tenant_id_order_id_fkey',
];
