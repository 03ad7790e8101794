import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { permissionOf } from '../kinds.ts';
import { type ClaimedEmail, emailKindOf } from './claim.ts';
import { factsOf, LANGUAGE, oneLine } from './facts.ts';
import type { Email } from './transport.ts';
import { type EmailText, words } from './words.ts';

/** A longer subject is cut off by mail programs anyway. A key's name may be long. */
const MAX_SUBJECT_CHARACTERS = 120;

/** The e-mail about a change of state, in the user's language. `panelUrl` is the panel's origin, `domain` the sender's. */
export function composeEmail(claimed: ClaimedEmail, panelUrl: string, domain: string): Email {
  const { locale, tenantId, id, to, tenantName, kind, subjectId } = claimed;
  const text = words[locale].emails[emailKindOf(claimed)](factsOf(claimed));
  const keys = permissionOf(kind) === 'api_key.manage';
  const parts: Parts = {
    ...text,
    locale,
    url: `${panelUrl}/panel/${kind === 'storage_full' ? 'account' : `${keys ? 'keys' : 'webhooks'}/${subjectId}`}`,
    preferencesUrl: `${panelUrl}/panel/account#alerts`,
    why: words[locale].why(keys ? 'keys' : 'endpoints', oneLine(tenantName)),
  };
  return {
    to,
    subject: cut(text.subject),
    text: plainText(parts),
    html: `<!doctype html>${renderToString(<Document {...parts} />)}`,
    messageId: `alert.${tenantId}.${id}@${domain}`,
    unsubscribeUrl: parts.preferencesUrl,
  };
}

interface Parts extends EmailText {
  readonly locale: ClaimedEmail['locale'];
  readonly url: string;
  readonly preferencesUrl: string;
  readonly why: string;
}

const cut = (text: string): string =>
  text.length > MAX_SUBJECT_CHARACTERS ? `${text.slice(0, MAX_SUBJECT_CHARACTERS - 1)}…` : text;

const plainText = ({ locale, happened, todo, link, url, why, preferencesUrl }: Parts): string =>
  [
    ...happened,
    '',
    `${words[locale].todoTitle}:`,
    ...todo.map((step) => `- ${step}`),
    '',
    `${link}: ${url}`,
    '',
    '--',
    why,
    `${words[locale].choose}: ${preferencesUrl}`,
    '',
  ].join('\n');

/** Mail programs drop style sheets, so the few styles stand in the elements. Preact escapes every text. */
function Document({ locale, subject, happened, todo, link, url, why, preferencesUrl }: Parts): VNode {
  const { todoTitle, choose } = words[locale];
  return (
    <html lang={LANGUAGE[locale]}>
      <head>
        <meta charset="utf-8" />
        <title>{cut(subject)}</title>
      </head>
      <body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1c1c1c">
        {happened.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <p style="margin-bottom:4px">
          <strong>{todoTitle}</strong>
        </p>
        <ul style="margin-top:0;padding-left:20px">
          {todo.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
        <p>
          <a href={url} style="color:#0b6e4f">
            {link}
          </a>
        </p>
        <p style="margin-top:32px;font-size:13px;color:#5c5c5c">
          {why}{' '}
          <a href={preferencesUrl} style="color:#5c5c5c">
            {choose}
          </a>
          .
        </p>
      </body>
    </html>
  );
}
