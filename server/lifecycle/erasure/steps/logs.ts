import { HIDDEN } from '../../../accounts/request-log/client-text.ts';
import { statement } from '../../../db/sql/statement.ts';
import type { ErasedCounts } from '../erasure.ts';
import { ERASED } from '../rules/erased-json.ts';
import { hasTermSql } from './idempotent-responses.ts';
import { FIRST_UUID, type Step } from './step.ts';

const ROWS = 1000;

interface Log {
  readonly table: keyof ErasedCounts & ('refused_requests' | 'audit_entries');
  readonly id: string;
  readonly type: string;
  readonly first: string;
  /** SQL for what people have written in it. */
  readonly text: string;
  /** What a row that names the person becomes. */
  readonly set: string;
}

/** Both keep no values on purpose. Something in the wrong place can be there all the same: a name as that of a field. */
function searchLog({ table, id, type, first, text, set }: Log): Step {
  const search = statement(
    `erasure: search ${table}`,
    `WITH page AS MATERIALIZED (
       SELECT ${id} AS id, ${hasTermSql(`(${text})`)} AS is_own FROM ${table}
       WHERE tenant_id = :tenant_id AND ${id} > :after::${type} ORDER BY ${id} LIMIT ${ROWS}
     ), changed AS (
       UPDATE ${table} SET ${set}
       WHERE tenant_id = :tenant_id AND ${id} = ANY (ARRAY(SELECT id FROM page WHERE is_own)) RETURNING 1
     )
     SELECT (SELECT count(*)::integer FROM page) AS seen, (SELECT count(*)::integer FROM changed) AS changed,
       (SELECT id::text FROM page ORDER BY page.id DESC LIMIT 1) AS last`,
  );
  return async (tx, { tenantId, position = first, terms }) => {
    const [page] = await search<{ seen: number; changed: number; last: string }>(tx, {
      ...{ tenant_id: tenantId, after: position, terms },
    });
    const { seen, changed, last } = page!;
    return { position: seen < ROWS ? undefined : last, erased: { [table]: changed } };
  };
}

export const eraseRefusedRequests = searchLog({
  ...{ table: 'refused_requests', id: 'request_id', type: 'uuid', first: FIRST_UUID },
  text: 'path || issues::text',
  set: `path = '${HIDDEN}', issues = '[]'`,
});

/** A user of the panel who is a customer, too, stays in the audit. */
export const eraseAuditEntries = searchLog({
  ...{ table: 'audit_entries', id: 'id', type: 'bigint', first: '0' },
  text: `details::text || CASE WHEN target_type IS DISTINCT FROM 'user' THEN coalesce(target_name, '') ELSE '' END`,
  set: `details = '{}', target_name = CASE WHEN target_type = 'user' THEN target_name ELSE '${ERASED}' END`,
});
