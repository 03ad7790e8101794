import { createTransport, type Transporter } from 'nodemailer';
import type { SmtpSettings } from '../../../base/environment/smtp-settings.ts';

export interface Timeouts {
  /** For the name, for the connection, and for the server's greeting, each. Servers that delay their greeting take 5 to 6 s. */
  readonly connectMs: number;
  /** For everything. Within a lease there is then time for the result, too. */
  readonly messageMs: number;
}

export const TIMEOUTS: Timeouts = { connectMs: 10_000, messageMs: 30_000 };

export interface Email {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Without brackets. The same for each try, so that a mail server can recognise a second copy. */
  readonly messageId: string;
  /** What nobody has subscribed to has none. */
  readonly unsubscribeUrl?: string;
}

export interface EmailTransport {
  /** Resolves when the server has taken the e-mail. Throws what nodemailer throws; `code` and `responseCode` say why not. */
  send(email: Email, signal: AbortSignal): Promise<void>;
}

/**
 * Hands e-mails to the SMTP server of the settings, each over a connection of its own: alerts are rare, and a connection
 * that idles is closed by the server sooner or later. `ca` is a certificate authority to trust in place of the usual ones.
 */
export function openEmailTransport(
  settings: SmtpSettings,
  {
    timeouts = TIMEOUTS,
    ca,
    log = () => {},
  }: { timeouts?: Timeouts; ca?: string; log?: (message: string) => void } = {},
): EmailTransport {
  const { currentLogin = () => settings.login } = settings;
  const openTransport = () =>
    createTransport({
      ...connectionOptions({ ...settings, login: currentLogin(log) }, timeouts),
      ...(ca !== undefined && { tls: { ca } }),
      // Templates and attachments could name a file or a URL to read. Ours have none.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  return {
    send: async ({ to, subject, text, html, messageId, unsubscribeUrl }, signal) => {
      await openTransport().sendMail({
        from: settings.from,
        // As an object it isn't parsed: an address with a comma doesn't become two recipients.
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${messageId}>`,
        ...(unsubscribeUrl !== undefined && { list: { unsubscribe: unsubscribeUrl } }),
        // No out-of-office replies.
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeouts.messageMs)]),
      } as Parameters<Transporter['sendMail']>[0]);
    },
  };
}

function connectionOptions({ host, port, tls, login }: SmtpSettings, { connectMs, messageMs }: Timeouts) {
  return {
    host,
    port,
    secure: tls === 'implicit',
    // Without it a man in the middle who removes STARTTLS from the server's greeting would get everything in clear text.
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'off',
    ...(login && { auth: { user: login.user, pass: login.password } }),
    dnsTimeout: connectMs,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: messageMs,
  };
}
