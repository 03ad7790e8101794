import type { Querier } from '../../db/querier.ts';
import { build, firstOf } from '../../db/query-builder.ts';

/** Counting ends here: a page says "999+". */
export const MAX_COUNTED = 1_000;

/** Each at most MAX_COUNTED. */
export interface DeliveryCounts {
  readonly failed: number;
  readonly retrying: number;
  /** Of `failed`, those created in the last 24 h. */
  readonly failedToday: number;
}

/** How many of a tenant's deliveries are FAILED and RETRYING now. Reads the index of failing deliveries only. */
export async function countDeliveries(db: Querier, tenant_id: number): Promise<DeliveryCounts> {
  const failing = (failing_status: string) =>
    build('webhook_deliveries')
      .where({ tenant_id, failing_status })
      .select(build.raw('1'))
      .limit(MAX_COUNTED);
  const today = build.raw("statement_timestamp() - interval '24 h'");
  const counted = (rows: ReturnType<typeof failing>) => build(rows.as('counted')).count('*');
  const counts = await firstOf<DeliveryCounts>(
    db,
    build.select({
      failed: counted(failing('FAILED')),
      retrying: counted(failing('RETRYING')),
      failedToday: counted(failing('FAILED').where('created_at', '>=', today)),
    }),
  );
  return counts!;
}
