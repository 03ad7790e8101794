import type { Querier } from '../../../db/querier.ts';
import { type NamedStatement, statement } from '../../../db/sql/statement.ts';
import { NOT_OF_ENDPOINTS } from '../kinds.ts';
import type { OpenedAlert } from '../store.ts';

/**
 * At most one e-mail in this time to the same user about the same state of the same endpoint or key. An endpoint that fails
 * for an hour and works for some minutes, all day long, makes four pairs of e-mails rather than twenty.
 */
const MIN_INTERVAL_HOURS = 6;

/** The user may be told of an alert a: not disabled, has the permission, and hasn't turned the kind off. */
export const mayBeTold = (kind: string): string =>
  `u.disabled_at IS NULL AND NOT coalesce(${kind} = ANY (p.muted), false)
     AND CASE WHEN a.kind IN ${NOT_OF_ENDPOINTS} THEN 'api_key.manage' ELSE 'webhook.manage' END = ANY (u.permissions)`;

const RECIPIENTS = `unnest(:tenant_ids::integer[], :alert_ids::integer[]) AS changed (tenant_id, id)
   JOIN alerts a ON a.tenant_id = changed.tenant_id AND a.id = changed.id
   JOIN users u ON u.tenant_id = a.tenant_id
   LEFT JOIN alert_preferences p ON p.tenant_id = a.tenant_id AND p.user_id = u.id`;

const insertOpened = statement(
  'enqueue e-mails about opened alerts',
  `INSERT INTO alert_emails (tenant_id, alert_id, user_id, transition)
   SELECT a.tenant_id, a.id, u.id, 'opened' FROM ${RECIPIENTS}
   WHERE ${mayBeTold('a.kind')} AND NOT EXISTS (
     SELECT FROM alerts o JOIN alert_emails e ON e.tenant_id = o.tenant_id AND e.alert_id = o.id AND e.user_id = u.id
       AND e.transition = 'opened' AND e.status <> 'canceled'
       AND e.created_at > statement_timestamp() - interval '${MIN_INTERVAL_HOURS} h'
     WHERE o.tenant_id = a.tenant_id AND o.subject_id = a.subject_id AND o.kind = a.kind
   )
   ON CONFLICT (tenant_id, alert_id, user_id, transition) DO NOTHING`,
);

/** "Works again" is for those who were told of the trouble: whose last e-mail about this endpoint said that it fails. */
const insertClosed = statement(
  'enqueue e-mails about closed alerts',
  `INSERT INTO alert_emails (tenant_id, alert_id, user_id, transition)
   SELECT tenant_id, alert_id, user_id, 'closed' FROM (
     SELECT DISTINCT ON (a.tenant_id, a.id, u.id) a.tenant_id, a.id AS alert_id, u.id AS user_id, e.transition FROM ${RECIPIENTS}
     JOIN alerts o ON o.tenant_id = a.tenant_id AND o.subject_id = a.subject_id AND o.kind NOT IN ${NOT_OF_ENDPOINTS}
     JOIN alert_emails e ON e.tenant_id = o.tenant_id AND e.alert_id = o.id AND e.user_id = u.id
       AND (e.status = 'sent' OR e.leased_until > statement_timestamp())
     WHERE ${mayBeTold("'endpoint_recovered'")}
     ORDER BY a.tenant_id, a.id, u.id, e.id DESC
   ) latest WHERE transition = 'opened'
   ON CONFLICT (tenant_id, alert_id, user_id, transition) DO NOTHING`,
);

/** What is over isn't told as news. An e-mail that is being sent right now is left alone. */
const cancelOpened = statement(
  'cancel e-mails about closed alerts',
  `UPDATE alert_emails e SET status = 'canceled'
   FROM unnest(:tenant_ids::integer[], :alert_ids::integer[]) AS closed (tenant_id, id)
   WHERE e.tenant_id = closed.tenant_id AND e.alert_id = closed.id AND e.status = 'pending' AND e.transition = 'opened'
     AND (e.leased_until IS NULL OR e.leased_until < statement_timestamp())`,
);

const forAlerts =
  (run: NamedStatement) =>
  async (db: Querier, alerts: readonly Pick<OpenedAlert, 'tenantId' | 'id'>[]): Promise<void> => {
    if (alerts.length === 0) return;
    const tenant_ids = alerts.map(({ tenantId }) => tenantId);
    await run(db, { tenant_ids, alert_ids: alerts.map(({ id }) => id) });
  };

/** Writes an e-mail for each user who may be told. It's sent after the transaction is committed. */
export const enqueueOpenedEmails = forAlerts(insertOpened);
export const enqueueClosedEmails = forAlerts(insertClosed);
export const cancelObsoleteEmails = forAlerts(cancelOpened);
