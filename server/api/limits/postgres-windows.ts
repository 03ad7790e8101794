import type { Querier } from '../../db/querier.ts';
import { statement } from '../../db/sql/statement.ts';
import type { WindowResult } from './sliding-window.ts';

const takeRequests = statement(
  'take requests of the rate limit',
  `SELECT taken, used, wait_ms::integer AS "waitMs" FROM rate_limit.take(
     :tenantId::integer, :points::integer, :limit::integer, :clockMs::bigint
   )`,
);

/** Shared by all processes. One statement per tenant at a time, since each locks the tenant's row. */
export function takeInPostgres(db: Querier, clockMs?: () => number) {
  return async (tenantId: number, points: number, limit: number): Promise<WindowResult> => {
    const [row] = await takeRequests<WindowResult>(db, {
      tenantId,
      points,
      limit,
      clockMs: clockMs?.() ?? null,
    });
    return row!;
  };
}

/** Windows that nobody has used for two minutes are empty; this keeps their table small. */
export async function deleteEmptyWindows(db: Querier): Promise<void> {
  await db.query(
    'DELETE FROM rate_limit.minutes WHERE at_ms[cardinality(at_ms)] < extract(epoch FROM now()) * 1000 - 120000',
    [],
  );
}
