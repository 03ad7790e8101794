import type { Querier } from '../../../db/querier.ts';
import { statement } from '../../../db/sql/statement.ts';
import type { AlertDetails } from '../details.ts';
import type { AlertKind, EmailKind } from '../kinds.ts';
import { mayBeTold } from './outbox.ts';

/** Twice as long as a message may take (transport.ts). A process that dies leaves its e-mails to others after this time. */
const LEASE_SECONDS = 60;
/** News of yesterday isn't worth an e-mail; the panel has it. */
const MAX_AGE_HOURS = 24;

export type EmailLocale = 'pt' | 'en';

/** An e-mail that this process holds, with everything that its text needs. */
export interface ClaimedEmail {
  readonly tenantId: number;
  readonly id: string;
  /** The claim's token: which try this is, from 1. */
  readonly tries: number;
  /** False when it should not be sent anymore: the alert is over, or the user may not be told. */
  readonly wanted: boolean;
  readonly to: string;
  readonly locale: EmailLocale;
  readonly tenantName: string;
  readonly timeZone: string;
  readonly kind: AlertKind;
  readonly transition: 'opened' | 'closed';
  readonly subjectId: number;
  readonly subjectName: string;
  readonly details: AlertDetails;
  /** RFC 3339. Since when the endpoint works again. */
  readonly recoveredAt: string | null;
}

export const emailKindOf = ({ kind, transition }: Pick<ClaimedEmail, 'kind' | 'transition'>): EmailKind =>
  transition === 'closed' ? 'endpoint_recovered' : kind;

const claimDue = statement(
  'claim alert e-mails',
  `WITH due AS MATERIALIZED (
     SELECT tenant_id, id FROM alert_emails
     WHERE status = 'pending' AND due_at <= statement_timestamp()
       AND (leased_until IS NULL OR leased_until < statement_timestamp())
     ORDER BY due_at LIMIT :limit::integer FOR UPDATE SKIP LOCKED
   ), claimed AS (
     UPDATE alert_emails e SET tries = e.tries + 1,
       leased_until = statement_timestamp() + interval '${LEASE_SECONDS} s'
     FROM due WHERE e.tenant_id = due.tenant_id AND e.id = due.id
     RETURNING e.*
   )
   SELECT c.tenant_id AS "tenantId", c.id, c.tries, c.transition, u.email AS "to", coalesce(p.locale, 'pt') AS locale,
     t.name AS "tenantName", t.time_zone AS "timeZone", a.kind, a.subject_id AS "subjectId",
     a.subject_name AS "subjectName", a.details, iso(a.recovering_since) AS "recoveredAt",
     (c.transition = 'closed' OR a.closed_at IS NULL) AND c.created_at > statement_timestamp() - interval '${MAX_AGE_HOURS} h'
       AND ${mayBeTold("CASE c.transition WHEN 'closed' THEN 'endpoint_recovered' ELSE a.kind END")} AS wanted
   FROM claimed c JOIN alerts a ON a.tenant_id = c.tenant_id AND a.id = c.alert_id
   JOIN users u ON u.tenant_id = c.tenant_id AND u.id = c.user_id
   JOIN tenants t ON t.tenant_id = c.tenant_id
   LEFT JOIN alert_preferences p ON p.tenant_id = c.tenant_id AND p.user_id = c.user_id`,
);

/** Takes e-mails that are due under a lease. Several processes can do so at once. */
export async function claimEmails(db: Querier, limit: number): Promise<ClaimedEmail[]> {
  const rows = await claimDue<Omit<ClaimedEmail, 'details'> & { details: string }>(db, { limit });
  return rows.map((row) => ({ ...row, details: JSON.parse(row.details) as AlertDetails }));
}

const finish = statement(
  'finish alert e-mail',
  `UPDATE alert_emails SET status = :status, last_error = :error, leased_until = NULL,
     due_at = statement_timestamp() + :retry_in_ms::double precision * interval '1 ms'
   WHERE tenant_id = :tenant_id AND id = :id AND tries = :tries`,
);

export interface EmailResult {
  readonly status: 'sent' | 'failed' | 'canceled' | 'pending';
  /** A code for people, such as `EAUTH 535`. Never the server's text, which may quote addresses. */
  readonly error: string | null;
  readonly retryInMs: number;
}

/** Writes the result of a try, unless the lease ran out and somebody else holds the e-mail. */
export async function finishEmail(
  db: Querier,
  { tenantId, id, tries }: ClaimedEmail,
  { status, error, retryInMs }: EmailResult,
): Promise<void> {
  await finish(db, { tenant_id: tenantId, id, tries, status, error, retry_in_ms: retryInMs });
}
