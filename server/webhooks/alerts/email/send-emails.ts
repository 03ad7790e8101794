import type { Logger } from 'pino';
import type { Querier } from '../../../db/querier.ts';
import { type ClaimedEmail, claimEmails, type EmailResult, finishEmail } from './claim.ts';
import { composeEmail } from './message.tsx';
import type { EmailTransport } from './transport.ts';

/** Connections to the mail server at the same time. Many refuse more than 10 of one client. */
const CONCURRENCY = 5;
/** 1, 4, 16 min, then once an hour, until the e-mail is a day old (claim.ts): a mail server that is away may be for hours. */
const FIRST_RETRY_MS = 60_000;
const RETRY_FACTOR = 4;
const MAX_RETRY_MS = 3_600_000;

export interface SenderDeps {
  readonly db: Querier;
  readonly log: Logger;
  readonly transport: EmailTransport;
  /** The panel's origin. */
  readonly panelUrl: string;
  /** The sender's domain, for message ids. */
  readonly domain: string;
}

/**
 * Sends what is due, and returns when nothing is or the mail server is in trouble. An e-mail that the server took just
 * before this process died is sent again, with the same Message-ID.
 */
export async function sendEmails(deps: SenderDeps, signal: AbortSignal): Promise<void> {
  for (;;) {
    const claimed = await claimEmails(deps.db, CONCURRENCY);
    const results = await Promise.all(claimed.map((email) => sendOne(deps, email, signal)));
    if (claimed.length < CONCURRENCY || results.some(({ status }) => status === 'pending')) return;
  }
}

async function sendOne(deps: SenderDeps, email: ClaimedEmail, signal: AbortSignal): Promise<EmailResult> {
  const result = await attempt(deps, email, signal);
  await finishEmail(deps.db, email, result);
  const ids = { tenant_id: email.tenantId, email_id: email.id, tries: email.tries };
  if (result.status === 'sent') deps.log.info(ids, 'an alert was e-mailed');
  if (result.status === 'failed' || result.status === 'pending')
    deps.log.warn(
      { ...ids, error: result.error, gave_up: result.status === 'failed' },
      "an alert couldn't be e-mailed",
    );
  return result;
}

async function attempt(
  { transport, panelUrl, domain }: SenderDeps,
  email: ClaimedEmail,
  signal: AbortSignal,
): Promise<EmailResult> {
  if (!email.wanted) return { status: 'canceled', error: null, retryInMs: 0 };
  try {
    await transport.send(composeEmail(email, panelUrl, domain), signal);
    return { status: 'sent', error: null, retryInMs: 0 };
  } catch (error) {
    const status = isRefusedForGood(error) ? 'failed' : 'pending';
    return { status, error: codeOf(error), retryInMs: retryInMs(email.tries) };
  }
}

const retryInMs = (tries: number): number =>
  Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * RETRY_FACTOR ** (tries - 1));

interface SmtpError {
  readonly code?: string;
  readonly responseCode?: number;
  readonly permanent?: boolean;
}

/** The recipient or the message was refused with 5xx. A refused login is the operator's to mend, and is tried again. */
function isRefusedForGood(error: unknown): boolean {
  const { code, permanent } = error as SmtpError;
  return permanent === true && (code === 'EENVELOPE' || code === 'EMESSAGE');
}

/** Codes only: the error's text may quote the server, and the server the address or the login. */
function codeOf(error: unknown): string {
  const { code, responseCode } = error as SmtpError;
  return [code ?? (error as Error).name, responseCode].filter((part) => part !== undefined).join(' ');
}
