import type { Querier } from '../../db/querier.ts';
import { writeSetParameters, writeSetSql } from '../../db/sql/row-set.ts';
import { statement } from '../../db/sql/statement.ts';
import { emitAll, eventData } from '../../events/outbox.ts';
import type { RowSet, WrittenRow } from '../resources/set-writer.ts';
import { customerEvent, customers } from './store.ts';

const PRICE_TABLE = { table: 'price_tables' };

const write = statement(
  'write several customers',
  `WITH ${writeSetSql(customers, PRICE_TABLE)}, written AS MATERIALIZED (
     SELECT c.row_index AS position, c.document, 'customer.created' AS kind,
       ${eventData('customer.created', customerEvent('c'))} AS data
     FROM created c
     UNION ALL
     SELECT c.row_index, c.document, 'customer.updated',
       ${eventData('customer.updated', { ...customerEvent('c'), changed_fields: 'c.changed_fields::text' })}
     FROM changed c
   ), emitted AS MATERIALIZED (SELECT ${emitAll(':tenant_id')} AS deliveries FROM written)
   SELECT position, document, deliveries FROM written CROSS JOIN emitted`,
);

export async function writeCustomers(db: Querier, set: RowSet): Promise<WrittenRow[]> {
  return write<WrittenRow>(db, { tenant_id: set.caller.tenantId, ...writeSetParameters(set) });
}
