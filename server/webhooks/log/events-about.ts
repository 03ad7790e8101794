import type { Querier } from '../../db/querier.ts';
import { statement } from '../../db/sql/statement.ts';

/** The events of a tenant within the time of one write that are looked through. The largest batch writes 100. */
const MAX_AROUND = 5_000;
/** Batches in turn may change a row again within those seconds. */
const MAX_FOUND = 10;

interface Written {
  readonly createdAt: string;
  readonly updatedAt: string;
}

const findTimes = (table: 'customers' | 'products') =>
  statement(
    `find when a row of ${table} was written`,
    `SELECT iso(created_at) AS "createdAt", iso(updated_at) AS "updatedAt" FROM ${table} WHERE tenant_id = :tenant_id AND id = :id`,
  );

const TIMES = { customer: findTimes('customers'), product: findTimes('products') };

/**
 * The event is emitted by the statement that writes the row, whose transaction ends after 8 s. No index has the events of a customer or
 * a product: the row says when they must have been written.
 */
const findEvents = statement(
  'find events about a row by the time when it was written',
  `SELECT event_id AS id FROM (
     SELECT event_id, kind, left(body, 400) AS head FROM events
     WHERE tenant_id = :tenant_id AND NOT test
       AND occurred_at BETWEEN :at::timestamptz - interval '1 s' AND :at::timestamptz + interval '10 s'
     ORDER BY occurred_at, event_id LIMIT ${MAX_AROUND}
   ) written WHERE split_part(kind, '.', 1) = :type AND strpos(head, format('"data":{"%s_id":%s,', :type::text, :id::integer)) > 0
   LIMIT ${MAX_FOUND}`,
);

/** The ids of the events that told of a customer's or a product's creation and of its last change, the oldest first. */
export async function eventsAbout(
  db: Querier,
  tenant_id: number,
  { type, id }: { readonly type: keyof typeof TIMES; readonly id: number },
): Promise<string[]> {
  const [row] = await TIMES[type]<Written>(db, { tenant_id, id });
  const ids = new Set<string>();
  for (const at of row ? [row.createdAt, row.updatedAt] : [])
    for (const event of await findEvents<{ id: string }>(db, { tenant_id, at, type, id })) ids.add(event.id);
  return [...ids];
}
