import type { Querier } from '../../db/querier.ts';
import { BATCH_SIZE, inBatches } from '../../db/sql/in-batches.ts';
import { statement } from '../../db/sql/statement.ts';

/** As long as the delivery log that explains them. */
export const RETENTION_DAYS = 90;

// Their e-mails go with them, by the foreign key.
const deleteBatch = statement(
  'delete old alerts',
  `WITH old AS MATERIALIZED (
     SELECT tenant_id, id FROM alerts WHERE closed_at < statement_timestamp() - interval '${RETENTION_DAYS} days'
     ORDER BY closed_at LIMIT ${BATCH_SIZE}
   )
   DELETE FROM alerts a USING old WHERE a.tenant_id = old.tenant_id AND a.id = old.id RETURNING a.id`,
);

/** Deletes alerts that were closed more than 90 days ago, of all tenants. Returns their number. */
export const deleteOldAlerts = (db: Querier): Promise<number> => inBatches(() => deleteBatch(db, {}));
