import { sendEmails } from '../../webhooks/alerts/email/send-emails.ts';
import { type EmailTransport, openEmailTransport } from '../../webhooks/alerts/email/transport.ts';
import { deleteOldAlerts } from '../../webhooks/alerts/retention.ts';
import { watch } from '../../webhooks/alerts/watch.ts';
import type { Context } from '../context.ts';

/** The states themselves take an hour or days to come about. */
const WATCH_INTERVAL_MS = 60_000;
/** An e-mail is read minutes later at best. One look-up in an index that is usually empty. */
const EMAIL_INTERVAL_MS = 10_000;
const RETENTION_INTERVAL_MS = 3_600_000;
/** For e-mails that are being sent when the process stops, of the 15 s that it has. */
const STOP_TIMEOUT_MS = 8_000;

export interface AlertOptions {
  readonly transport?: EmailTransport | undefined;
  readonly watchIntervalMs?: number;
  readonly emailIntervalMs?: number;
}

/** Watches all tenants and sends the e-mails, until the function that it returns is called. */
export function startAlerts(
  { config: { smtp }, db, log, jobs }: Pick<Context, 'config' | 'db' | 'log' | 'jobs'>,
  {
    transport = smtp && openEmailTransport(smtp, { log: (message) => log.warn(message) }),
    watchIntervalMs = WATCH_INTERVAL_MS,
    emailIntervalMs = EMAIL_INTERVAL_MS,
  }: AlertOptions = {},
): () => Promise<void> {
  const stopping = new AbortController();
  const stops = [
    jobs.start('watch_alerts', () => watch({ db, log, emails: smtp !== undefined }), watchIntervalMs),
    jobs.start('delete_old_alerts', () => deleteOldAlerts(db), RETENTION_INTERVAL_MS),
  ];
  if (smtp && transport) {
    const domain = smtp.from.slice(smtp.from.lastIndexOf('@') + 1).replace(/>$/, '');
    const deps = { db, log, transport, panelUrl: smtp.panelUrl, domain };
    stops.push(jobs.start('send_alert_emails', () => sendEmails(deps, stopping.signal), emailIntervalMs));
  }
  return async () => {
    const timer = setTimeout(() => stopping.abort(), STOP_TIMEOUT_MS);
    await Promise.all(stops.map((stop) => stop()));
    clearTimeout(timer);
  };
}
