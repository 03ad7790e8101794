import type { Context } from '../context.ts';
import { startPeriodicTask } from '../periodic-task.ts';
import { sendEmails } from './email/send-emails.ts';
import { type EmailTransport, openEmailTransport } from './email/transport.ts';
import { deleteOldAlerts } from './retention.ts';
import { watch } from './watch.ts';

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
  { config: { smtp }, db, log }: Pick<Context, 'config' | 'db' | 'log'>,
  {
    transport = smtp && openEmailTransport(smtp),
    watchIntervalMs = WATCH_INTERVAL_MS,
    emailIntervalMs = EMAIL_INTERVAL_MS,
  }: AlertOptions = {},
): () => Promise<void> {
  const failed = (error: unknown): void =>
    log.warn({ err: error }, 'a background job failed and will run again');
  const stopping = new AbortController();
  const tasks = [
    startPeriodicTask(() => watch({ db, log, emails: smtp !== undefined }), watchIntervalMs, failed),
    startPeriodicTask(async () => void (await deleteOldAlerts(db)), RETENTION_INTERVAL_MS, failed),
  ];
  if (smtp && transport) {
    const domain = smtp.from.slice(smtp.from.lastIndexOf('@') + 1).replace(/>$/, '');
    const deps = { db, log, transport, panelUrl: smtp.panelUrl, domain };
    tasks.push(startPeriodicTask(() => sendEmails(deps, stopping.signal), emailIntervalMs, failed));
  }
  return async () => {
    const timer = setTimeout(() => stopping.abort(), STOP_TIMEOUT_MS);
    await Promise.all(tasks.map(({ stop }) => stop()));
    clearTimeout(timer);
  };
}
