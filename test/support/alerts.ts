import type { Logger } from 'pino';
import type { Context } from '../../server/main/context.ts';
import { watch } from '../../server/webhooks/alerts/watch.ts';
import type { EndpointKey } from '../../server/webhooks/endpoint-key.ts';
import { freePort } from './free-port.ts';
import { captureLog } from './webhook-fixtures.ts';

export const ALL_PERMISSIONS = ['api_key.manage', 'webhook.manage'];

/** Settings of a service that would send e-mails, with its panel where PANEL_URL says. Nobody takes the e-mails. */
export async function smtpSettings(): Promise<Readonly<Record<string, string>>> {
  const PORT = String(await freePort());
  return {
    SMTP_URL: 'smtp://127.0.0.1:9',
    SMTP_FROM: 'avisos@painel.example',
    PORT,
    PANEL_URL: `http://127.0.0.1:${PORT}`,
  };
}

interface UserOptions {
  readonly email?: string;
  readonly permissions?: readonly string[];
  readonly disabled?: boolean;
}

/** A user of the panel who can't log in: hashing a password takes longer than most tests. Returns the id. */
export async function addUser(
  { db }: Context,
  tenantId: number,
  { email = 'ana@loja.example', permissions = ALL_PERMISSIONS, disabled = false }: UserOptions = {},
): Promise<number> {
  const [user] = await db.query<{ id: number }>(
    `INSERT INTO users (tenant_id, email, password, permissions, disabled_at)
     VALUES ($1, $2, '', $3, CASE WHEN $4 THEN clock_timestamp() END) RETURNING id`,
    [tenantId, email, permissions, disabled],
  );
  return user!.id;
}

/** Sets the endpoint's state as if it had failed for this long. */
export async function failingFor(
  { db }: Context,
  { tenantId, id }: EndpointKey,
  interval: string,
  attempts = 20,
): Promise<void> {
  await db.query(
    `UPDATE webhook_registrations SET failing_since = statement_timestamp() - $3::interval, failed_attempts = $4
     WHERE tenant_id = $1 AND id = $2`,
    [tenantId, id, interval, attempts],
  );
}

/** Sets the endpoint's state as if it had just accepted a delivery. */
export async function works({ db }: Context, { tenantId, id }: EndpointKey): Promise<void> {
  await db.query(
    'UPDATE webhook_registrations SET failing_since = NULL, failed_attempts = 0 WHERE tenant_id = $1 AND id = $2',
    [tenantId, id],
  );
}

/** As if the endpoint had been switched off after 5 days. */
export async function switchedOff(context: Context, key: EndpointKey): Promise<void> {
  await failingFor(context, key, '5 days 1 hour');
  await context.db.query(
    `UPDATE webhook_registrations SET active = false, inactive_reason = 'failing', inactive_since = statement_timestamp()
     WHERE tenant_id = $1 AND id = $2`,
    [key.tenantId, key.id],
  );
}

/** As if alerts and e-mails were this much older. */
export async function ageAlerts({ db }: Context, interval: string): Promise<void> {
  await db.query(
    `UPDATE alerts SET opened_at = opened_at - $1::interval, recovering_since = recovering_since - $1::interval,
       closed_at = closed_at - $1::interval`,
    [interval],
  );
  await db.query(
    `UPDATE alert_emails SET created_at = created_at - $1::interval, due_at = due_at - $1::interval,
       leased_until = leased_until - $1::interval`,
    [interval],
  );
}

export interface AlertRow {
  readonly tenant_id: number;
  readonly id: number;
  readonly kind: string;
  readonly subject_id: number;
  readonly subject_name: string;
  readonly details: object;
  readonly recovering: boolean;
  readonly resolution: string | null;
}

export async function alertsOf({ db }: Context, tenantId: number): Promise<AlertRow[]> {
  const rows = await db.query<Omit<AlertRow, 'details'> & { details: string }>(
    `SELECT tenant_id, id, kind, subject_id, subject_name, details, recovering_since IS NOT NULL AS recovering, resolution
     FROM alerts WHERE tenant_id = $1 ORDER BY id`,
    [tenantId],
  );
  return rows.map((row) => ({ ...row, details: JSON.parse(row.details) as object }));
}

/** `kind resolution` of each alert, in the order in which they were opened. */
export const statesOf = async (context: Context, tenantId: number): Promise<string[]> =>
  (await alertsOf(context, tenantId)).map(({ kind, resolution }) => `${kind} ${resolution ?? 'open'}`);

export const watchOnce = (
  { db }: Context,
  { emails = true, log = captureLog().log }: { emails?: boolean; log?: Logger } = {},
): Promise<void> => watch({ db, log, emails });

/** The status of each e-mail, in the order in which they were written. */
export const emailsOf = async ({ db }: Context, tenantId: number): Promise<string[]> =>
  (
    await db.query<{ text: string }>(
      `SELECT u.email || ' ' || a.kind || ' ' || e.transition || ' ' || e.status AS text
       FROM alert_emails e JOIN alerts a ON a.tenant_id = e.tenant_id AND a.id = e.alert_id
       JOIN users u ON u.tenant_id = e.tenant_id AND u.id = e.user_id WHERE e.tenant_id = $1 ORDER BY e.id`,
      [tenantId],
    )
  ).map(({ text }) => text);
