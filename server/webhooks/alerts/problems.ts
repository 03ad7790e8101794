import { listAudit, type RecordedEntry } from '../../accounts/audit/list.ts';
import type { Querier } from '../../db/querier.ts';
import { statement } from '../../db/sql/statement.ts';
import { type AttemptFacts, meaningKind } from '../send/meaning/kind.ts';

/** The newest deliveries that are read of those that failed, and of those that are tried again: some 20 ms. */
const MAX_READ = 500;
/** As far back as one click sends again what failed. The rest is in the list of deliveries. */
const DAYS = 7;
/** The newest marks of each endpoint that are looked through. */
const MAX_MARKS = 500;

/** Of the newest mark, `solved` hides the problem and `reopened` is as if there were none. */
const MARKS = ['problem.solved', 'problem.reopened'] as const;

/** Deliveries that fail at one endpoint for one reason. Times are RFC 3339. */
export interface Problem {
  readonly endpointId: number;
  /** The last attempt of the newest, which tells the cause. */
  readonly facts: AttemptFacts;
  /** Deliveries that are tried no more, and those that will be tried again. More than 500 of a tenant aren't counted. */
  readonly failed: number;
  readonly waiting: number;
  /** Those that wait, whether the problem was marked or not. */
  readonly retried: number;
  /** Of the newest, for whoever runs the system. */
  readonly eventId: string;
  readonly firstAt: string;
  readonly lastAt: string;
  /** Who marked it as solved, when nothing failed by it since, or before it came back. */
  readonly mark: RecordedEntry | undefined;
  readonly isSolved: boolean;
}

const newest = (status: 'FAILED' | 'RETRYING'): string => `(
  SELECT id, event_id, registration_id, attempt_number, failing_status, created_at FROM webhook_deliveries
  WHERE tenant_id = :tenant_id AND failing_status = '${status}' AND created_at > statement_timestamp() - interval '${DAYS} days'
  ORDER BY created_at DESC, id DESC LIMIT ${MAX_READ})`;

/** A web page in place of a system's own answer has another cause than the same status without one. */
const findCauses = statement(
  'find why deliveries fail',
  `SELECT f.registration_id AS "endpointId", f.failing_status = 'RETRYING' AS "isRetried", a.outcome, a.detail,
     a.response_status AS "responseStatus", (array_agg(a.response_headers ORDER BY a.started_at DESC))[1] AS "responseHeaders",
     (array_agg(f.event_id::text ORDER BY a.started_at DESC))[1] AS "eventId", min(r.url) AS url, array_agg(iso(a.started_at) ORDER BY a.started_at) AS times,
     array_agg(iso(f.created_at) ORDER BY a.started_at) AS since
   FROM (${newest('FAILED')} UNION ALL ${newest('RETRYING')}) f
   JOIN webhook_registrations r ON r.tenant_id = :tenant_id AND r.id = f.registration_id AND r.deleted_at IS NULL
   CROSS JOIN LATERAL (SELECT FROM events
     WHERE tenant_id = :tenant_id AND event_id = f.event_id AND NOT test LIMIT 1) e
   CROSS JOIN LATERAL (SELECT outcome, detail, response_status, response_headers, started_at FROM webhook_attempts
     WHERE tenant_id = :tenant_id AND delivery_id = f.id AND number = f.attempt_number LIMIT 1) a
   GROUP BY f.registration_id, f.failing_status, a.outcome, a.detail, a.response_status, a.response_headers ~ 'content-type: text/html'`,
);

interface CauseRow extends AttemptFacts {
  readonly endpointId: number;
  /** Of the last. */
  readonly eventId: string;
  readonly isRetried: boolean;
  /** Of the last attempts, oldest first. */
  readonly times: readonly string[];
  /** When each of them was created. */
  readonly since: readonly string[];
}

/** What fails now, what most deliveries lack first. */
export async function listProblems(db: Querier, tenantId: number): Promise<Problem[]> {
  const rows = await findCauses<CauseRow>(db, { tenant_id: tenantId });
  if (rows.length === 0) return [];
  const ids = [...new Set(rows.map(({ endpointId }) => String(endpointId)))];
  const marked = { target: { type: 'endpoint', id: ids }, action: MARKS } as const;
  const marks = await listAudit(db, tenantId, marked, { limit: MAX_MARKS });
  const nameOf = (row: CauseRow): string => `${row.endpointId} ${problemName(row)}`;
  const ended = rows.filter((row) => meaningKind(row) !== undefined);
  const names = [...new Set(ended.map(nameOf))];
  return names
    .map((name) =>
      problemOf(
        ended.filter((row) => nameOf(row) === name),
        marks,
      ),
    )
    .toSorted((a, b) => b.failed + b.waiting - a.failed - a.waiting || b.lastAt.localeCompare(a.lastAt));
}

/** `unauthorized 401`. The audit keeps it. */
export const problemName = (facts: AttemptFacts): string =>
  [meaningKind(facts), facts.responseStatus].filter((part) => part !== null).join(' ');

/** `7 unauthorized 401`, among all of a tenant's. */
export const problemKey = ({ endpointId, facts }: Problem): string => `${endpointId} ${problemName(facts)}`;

function problemOf(group: readonly CauseRow[], marks: readonly RecordedEntry[]): Problem {
  const facts = group.reduce((a, b) => (lastOf(b) > lastOf(a) ? b : a));
  const { endpointId, eventId } = facts;
  const newestMark = marks.find(
    ({ targetId, details }) => targetId === String(endpointId) && details.problem === problemName(facts),
  );
  const mark = newestMark?.action === 'problem.solved' ? newestMark : undefined;
  const lastAt = lastOf(facts);
  const isSolved = mark !== undefined && mark.at >= lastAt;
  const from = isSolved ? '' : (mark?.at ?? '');
  const createdOf = (isRetried: boolean): string[] =>
    group
      .filter((row) => row.isRetried === isRetried)
      .flatMap(({ times, since }) => since.filter((_, n) => times[n]! > from));
  const [failed, waiting] = [createdOf(false), createdOf(true)];
  return {
    ...{ endpointId, eventId, facts, lastAt, mark, isSolved },
    failed: failed.length,
    waiting: waiting.length,
    retried: group.flatMap(({ isRetried, times }) => (isRetried ? times : [])).length,
    firstAt: [...failed, ...waiting].toSorted()[0]!,
  };
}

/** Times are UTC with milliseconds, so text compares as time does. */
const lastOf = ({ times }: CauseRow): string => times.at(-1)!;
