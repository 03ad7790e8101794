import type { Step } from './migration.ts';

export const name = '041-referenced-rows';

/**
 * What the foreign keys that migration 039 dropped did for free: an order or a product can't be deleted while lines or movements have
 * its id. The service deletes neither; a person with psql might. AFTER, so that one statement may delete all of them.
 */
const REFUSE = `
CREATE FUNCTION refuse_deletion_of_referenced() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_table text;
BEGIN
  IF TG_ARGV[0] = 'order_id' THEN
    v_table := CASE
      WHEN EXISTS (SELECT FROM order_lines WHERE tenant_id = OLD.tenant_id AND order_id = OLD.id) THEN 'order_lines'
      WHEN EXISTS (SELECT FROM stock_movements WHERE tenant_id = OLD.tenant_id AND order_id = OLD.id) THEN 'stock_movements'
    END;
  ELSIF EXISTS (SELECT FROM stock_movements WHERE tenant_id = OLD.tenant_id AND product_id = OLD.id) THEN
    v_table := 'stock_movements';
  END IF;
  IF v_table IS NOT NULL THEN
    RAISE foreign_key_violation USING MESSAGE = format('%s with id %s of tenant %s can''t be deleted: %s has rows of it',
      TG_TABLE_NAME, OLD.id, OLD.tenant_id, v_table);
  END IF;
  RETURN NULL;
END $$;
`;

const trigger = (table: string, column: string): string =>
  `CREATE TRIGGER ${table}_referenced AFTER DELETE ON ${table}
   FOR EACH ROW EXECUTE FUNCTION refuse_deletion_of_referenced('${column}')`;

export const steps: readonly Step[] = [
  REFUSE,
  trigger('orders', 'order_id'),
  trigger('products', 'product_id'),
];
