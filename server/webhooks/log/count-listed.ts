import type { Knex } from 'knex';
import type { Querier } from '../../db/querier.ts';
import { build, runQuery } from '../../db/sql/query-builder.ts';
import type { DeliveryFilter, ListStatus } from './delivery-filter.ts';
import { type DeliverySource, deliverySource, MAX_SCANNED } from './delivery-source.ts';
import { isContradiction, waitingFor } from './held.ts';
import { DROPPED, ENDPOINT, EVENT, hasConditions, withConditions } from './remaining-conditions.ts';

/** Counting ends here: a page says "1 000+". */
export const MAX_COUNTED = 1_000;

type CountedStatus = Exclude<ListStatus, 'PENDING' | 'SUCCESS'>;

/** How many the list has with each status and the rest of the filter, each at most one more than MAX_COUNTED of the newest MAX_SCANNED. */
export async function countListed(
  db: Querier,
  tenantId: number,
  filter: DeliveryFilter,
  maxAttempts: number,
): Promise<Record<CountedStatus, number>> {
  const waits = (status: 'RETRYING' | 'HELD') => countWaiting(db, tenantId, { ...filter, status });
  return {
    ...(await countFailed(db, tenantId, filter, maxAttempts)),
    RETRYING: await waits('RETRYING'),
    HELD: await waits('HELD'),
  };
}

/** In one scan: each failed delivery is one or the other, and the rarer one is looked for to the end. */
async function countFailed(
  db: Querier,
  tenantId: number,
  filter: DeliveryFilter,
  maxAttempts: number,
): Promise<{ FAILED: number; DROPPED: number }> {
  const both: DeliveryFilter = { ...filter, status: 'FAILED', maxAttempts: undefined };
  const failed = deliverySource(tenantId, both, undefined, await waitingFor(db, tenantId, both, MAX_SCANNED));
  const each = countable(failed, failed.maxScanned)
    .joinRaw(ENDPOINT, { tenant: tenantId })
    .select(build.raw(`${DROPPED} AS dropped`, [maxAttempts]));
  const counts = build(each.as('counted')).select(
    build.raw('least(count(*) FILTER (WHERE NOT dropped), ?)::int AS "FAILED"', [MAX_COUNTED + 1]),
    build.raw('least(count(*) FILTER (WHERE dropped), ?)::int AS "DROPPED"', [MAX_COUNTED + 1]),
  );
  const [row] = await runQuery<{ FAILED: number; DROPPED: number }>(db, counts);
  return row!;
}

async function countWaiting(db: Querier, tenantId: number, filter: DeliveryFilter): Promise<number> {
  const waiting = await waitingFor(db, tenantId, filter, MAX_SCANNED);
  if (isContradiction(filter, waiting)) return 0;
  const source = deliverySource(tenantId, filter, undefined, waiting);
  const most = hasConditions(source.remaining) ? source.maxScanned : MAX_COUNTED + 1;
  const counted = countable(source, most)
    .select(build.raw('1'))
    .limit(MAX_COUNTED + 1);
  const [row] = await runQuery<{ count: number }>(
    db,
    build(counted.as('counted')).select(build.raw('count(*)::int')),
  );
  return row!.count;
}

function countable({ tenant, rows, remaining }: DeliverySource, most: number): Knex.QueryBuilder {
  const page = build(rows.select('d.*').limit(most).as('d'));
  if (remaining.kind !== undefined) page.joinRaw(EVENT, { tenant });
  return withConditions(page, remaining);
}
