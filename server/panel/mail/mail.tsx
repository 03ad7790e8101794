import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { renderToString } from 'preact-render-to-string';
import type { SmtpSettings } from '../../base/environment/smtp-settings.ts';
import { type EmailTransport, openEmailTransport } from '../../webhooks/alerts/email/transport.ts';
import { LANGUAGES, type Locale } from '../kit/index.ts';

/** What an e-mail about a person says: sentences, and a link that works once. */
export interface Letter {
  readonly to: string;
  readonly locale: Locale;
  readonly subject: string;
  readonly sentences: readonly string[];
  /** Where the button leads, below the panel's origin, and what it's called. */
  readonly link?: { readonly path: string; readonly label: string };
}

/** Connecting to a mail server on the same network takes ms; whoever invites doesn't look at a page that loads for longer. */
const PATIENCE_MS = 10_000;

/**
 * Sends e-mails about people. They aren't queued: the link is in no table, so it's sent at once or not at all, and whoever asked
 * for it can ask again.
 */
export class PeopleMail {
  readonly #settings: SmtpSettings;
  readonly #transport: EmailTransport;
  readonly #log: Logger;

  constructor(settings: SmtpSettings, log: Logger, transport = openEmailTransport(settings)) {
    this.#settings = settings;
    this.#transport = transport;
    this.#log = log;
  }

  /** False if the mail server didn't take it. The log has the server's code, and neither the address nor the link. */
  async send(letter: Letter): Promise<boolean> {
    const { from, panelUrl } = this.#settings;
    const url = letter.link && `${panelUrl}${letter.link.path}`;
    const domain = from.slice(from.lastIndexOf('@') + 1).replace(/>$/, '');
    const email = {
      to: letter.to,
      subject: oneLine(letter.subject),
      text: [...letter.sentences, ...(url ? [`${letter.link!.label}: ${url}`] : [])].join('\n\n'),
      html: `<!doctype html>${renderToString(<Body letter={letter} url={url} />)}`,
      messageId: `people.${randomUUID()}@${domain}`,
    };
    try {
      await this.#transport.send(email, AbortSignal.timeout(PATIENCE_MS));
      return true;
    } catch (error) {
      const { code, responseCode } = error as { code?: string; responseCode?: number };
      this.#log.warn(
        { error: [code ?? (error as Error).name, responseCode].join(' ').trim() },
        "an e-mail about a user couldn't be sent",
      );
      return false;
    }
  }
}

/** A company's name may have line breaks, which would begin another header. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/** Mail programs drop style sheets, so the few styles stand in the elements. */
const Body = ({ letter, url }: { readonly letter: Letter; readonly url: string | undefined }) => (
  <html lang={LANGUAGES[letter.locale].tag}>
    <head>
      <meta charset="utf-8" />
      <title>{letter.subject}</title>
    </head>
    <body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1c1c1c">
      {letter.sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {url === undefined ? null : (
        <p>
          <a href={url} style="color:#0b6e4f">
            {letter.link!.label}
          </a>
        </p>
      )}
    </body>
  </html>
);
