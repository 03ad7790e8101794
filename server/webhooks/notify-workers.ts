import type { Querier } from '../db/querier.ts';
import { statement } from '../db/sql/statement.ts';

/** A statement of its own, where workers listen: as part of a change, it could run on another machine of a cluster. */
const notify = statement('notify workers', `SELECT pg_notify('webhook_deliveries', :tenant_id::text)`);

/** Workers hear when the transaction is committed that a tenant has deliveries that are due. */
export const notifyWorkers = async (db: Querier, tenantId: number): Promise<void> =>
  void (await notify(db, { tenant_id: tenantId }));
