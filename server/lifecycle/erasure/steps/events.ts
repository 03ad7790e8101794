import type { Transaction } from '../../../db/querier.ts';
import { statement } from '../../../db/sql/statement.ts';
import { erased, marksOf } from '../rules/erased-json.ts';
import { FIRST_UUID, type Progress, type Step } from './step.ts';

/** Events that are looked at: about 5 kB each. No index knows their customers, and an order may have had another one. */
const EVENTS = 500;

// The last row comes in any case, to go on from.
const findEvents = statement(
  'erasure: find events',
  `WITH page AS MATERIALIZED (
     SELECT event_id, body, row_number() OVER (ORDER BY event_id) AS n FROM events
     WHERE tenant_id = :tenant_id AND event_id > :after::uuid ORDER BY event_id LIMIT ${EVENTS}
   ), found AS (
     SELECT *, EXISTS (SELECT FROM unnest(:marks::text[]) mark WHERE strpos(body, mark) > 0) AS is_own FROM page
   )
   SELECT event_id AS id, CASE WHEN is_own THEN body END AS body, n::integer FROM found
   WHERE is_own OR n = (SELECT max(n) FROM page) ORDER BY n`,
);
const writeEvents = statement(
  'erasure: erase events',
  `UPDATE events e SET body = r.body FROM json_to_recordset(:rows::json) AS r (id uuid, body text)
   WHERE e.tenant_id = :tenant_id AND e.event_id = r.id AND sign(length(r.body)) = 1`,
);

interface Found {
  readonly id: string;
  readonly body: string | null;
  readonly n: number;
}

export interface EventPage {
  readonly events: readonly { readonly id: string; readonly body: string }[];
  readonly position: string | undefined;
}

/** The customer's events among the next ones. */
export async function readEvents(
  tx: Transaction,
  { tenantId, customerId, position = FIRST_UUID }: Progress,
): Promise<EventPage> {
  const page = { tenant_id: tenantId, after: position, marks: marksOf(customerId) };
  const found = await findEvents<Found>(tx, page);
  const last = found.at(-1);
  return {
    events: found.flatMap(({ id, body }) => (body === null ? [] : [{ id, body }])),
    position: last && last.n === EVENTS ? last.id : undefined,
  };
}

/** What was emitted before the customer and its orders were erased. Deliveries that wait are sent with the new body. */
export const eraseEvents: Step = async (tx, progress) => {
  const { events, position } = await readEvents(tx, progress);
  const rows = events.flatMap(({ id, body }) => {
    const value: unknown = JSON.parse(body);
    const left = JSON.stringify(erased(value, progress.customerId));
    return left === JSON.stringify(value) ? [] : [{ id, body: left }];
  });
  if (rows.length > 0) await writeEvents(tx, { tenant_id: progress.tenantId, rows: JSON.stringify(rows) });
  return { position, erased: { events: rows.length } };
};
