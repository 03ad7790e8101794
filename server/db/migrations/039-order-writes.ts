import type { Step } from './migration.ts';

export const name = '039-order-writes';

/**
 * As in migration 038, without calling two functions of SQL inside each other for an id: PostgreSQL can't inline a function whose
 * argument is volatile and used twice, and ran each as a query of its own.
 */
const NEW_LOG_ID = `
CREATE OR REPLACE FUNCTION new_log_id() RETURNS uuid LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  v_hour text := lpad(to_hex(least(log_hour(clock_timestamp()), last_log_hour())), 5, '0');
BEGIN
  RETURN ('00000000-00' || left(v_hour, 2) || '-8' || right(v_hour, 3) || substr(gen_random_uuid()::text, 19))::uuid;
END $$;
`;

export const steps: readonly Step[] = [
  // A movement is written by the statement that has locked and changed its balance, which has the reference, and with its order
  // by the statement that writes that or has locked it; a line by the trigger of its order. None of them is ever deleted. To check
  // these again for each row took as long as writing the rows, and put a lock, a write and a page of WAL on each product of an order.
  'ALTER TABLE stock_movements DROP CONSTRAINT stock_movements_tenant_id_product_id_fkey',
  'ALTER TABLE stock_movements DROP CONSTRAINT stock_movements_tenant_id_order_id_fkey',
  'ALTER TABLE order_lines DROP CONSTRAINT order_lines_tenant_id_order_id_fkey',
  NEW_LOG_ID,
];
