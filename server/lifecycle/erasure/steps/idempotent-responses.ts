import type { Transaction } from '../../../db/querier.ts';
import { statement } from '../../../db/sql/statement.ts';
import { erased, marksOf } from '../rules/erased-json.ts';
import { namesPerson, withoutQuotes } from '../rules/personal-terms.ts';
import { after, type Progress, type Step } from './step.ts';

/** A response can be that of a batch of 100 rows. */
const RESPONSES = 50;

/** SQL for whether a text has one of the person's terms, or the same in capitals. */
export const hasTermSql = (text: string) =>
  `EXISTS (SELECT FROM unnest(:terms::text[]) term WHERE strpos(${text}, term) > 0 OR strpos(lower(${text}), term) > 0)`;

const findResponses = statement(
  'erasure: find idempotent responses',
  `WITH page AS MATERIALIZED (
     SELECT key, body FROM idempotency_keys WHERE tenant_id = :tenant_id AND key > :after ORDER BY key LIMIT ${RESPONSES}
   )
   SELECT key, CASE WHEN EXISTS (SELECT FROM unnest(:marks::text[]) mark WHERE strpos(body, mark) > 0)
     OR ${hasTermSql('body')} THEN body END AS body FROM page ORDER BY key`,
);
// sign() has PostgreSQL look each up by its key, as in write-rows.ts.
const writeResponses = statement(
  'erasure: erase idempotent responses',
  `UPDATE idempotency_keys k SET body = r.body FROM json_to_recordset(:rows::json) AS r (key text, body text)
   WHERE k.tenant_id = :tenant_id AND k.key = r.key AND sign(length(r.key)) = 1`,
);
const deleteKeys = statement(
  'erasure: delete idempotency keys',
  'DELETE FROM idempotency_keys WHERE tenant_id = :tenant_id AND key = ANY (:keys::text[])',
);

interface Response {
  readonly key: string;
  /** Null if it isn't about the customer. */
  readonly body: string | null;
}

/** A repeated request gets the erased response. Only where the key itself names the person, it's forgotten. */
export const eraseIdempotentResponses: Step = async (tx, progress) => {
  const { tenantId, customerId, position = '', terms } = progress;
  const page = { tenant_id: tenantId, after: position, marks: marksOf(customerId), terms };
  const found = await findResponses<Response>(tx, page);
  const changed = await changeAll(tx, progress, found);
  const keys = found.map(({ key }) => key);
  return { position: after(keys, RESPONSES), erased: { idempotent_responses: changed } };
};

async function changeAll(
  tx: Transaction,
  { tenantId: tenant_id, customerId, terms }: Progress,
  found: readonly Response[],
): Promise<number> {
  const named = found.filter(({ key }) => namesPerson(key, terms)).map(({ key }) => key);
  const rows = found.flatMap(({ key, body }) => {
    if (body === null || named.includes(key)) return [];
    const value: unknown = JSON.parse(body);
    const left = JSON.stringify(withoutQuotes(erased(value, customerId), terms));
    return left === JSON.stringify(value) ? [] : [{ key, body: left }];
  });
  if (rows.length > 0) await writeResponses(tx, { tenant_id, rows: JSON.stringify(rows) });
  if (named.length > 0) await deleteKeys(tx, { tenant_id, keys: named });
  return rows.length + named.length;
}
