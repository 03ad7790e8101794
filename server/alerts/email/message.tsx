import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { EndpointDetails, KeyDetails } from '../details.ts';
import { permissionOf } from '../kinds.ts';
import { type ClaimedEmail, emailKindOf } from './claim.ts';
import type { Email } from './transport.ts';
import { type EmailFacts, type EmailText, words } from './words.ts';

const LANGUAGE = { pt: 'pt-BR', en: 'en' } as const;
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
    url: `${panelUrl}/panel/${keys ? 'keys' : 'webhooks'}/${subjectId}`,
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

/** Line breaks would begin another header. nodemailer removes them as well; other control characters look odd. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const cut = (text: string): string =>
  text.length > MAX_SUBJECT_CHARACTERS ? `${text.slice(0, MAX_SUBJECT_CHARACTERS - 1)}…` : text;

function factsOf({
  kind,
  transition,
  subjectName,
  details,
  tenantName,
  recoveredAt,
  ...reader
}: ClaimedEmail): EmailFacts {
  const time = (iso: string): string =>
    new Intl.DateTimeFormat(LANGUAGE[reader.locale], {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: reader.timeZone,
    }).format(new Date(iso));
  const subject = oneLine(subjectName);
  const shared = { name: subject, tenant: oneLine(tenantName) };
  if (kind === 'api_key_expiring') {
    const { prefix, expiresAt, lastUsedAt } = details as KeyDetails;
    const lastUsed = lastUsedAt === null ? undefined : time(lastUsedAt);
    return {
      ...shared,
      shortName: prefix,
      since: time(expiresAt),
      deadline: '',
      lastResponse: undefined,
      lastUsed,
    };
  }
  const endpoint = details as EndpointDetails;
  const description = oneLine(endpoint.description);
  return {
    ...shared,
    name: description ? `${description} (${subject})` : subject,
    shortName: description || (URL.canParse(subject) ? new URL(subject).host : subject),
    since: time(transition === 'closed' && recoveredAt !== null ? recoveredAt : endpoint.failingSince),
    deadline: time(endpoint.deactivationDue),
    lastResponse: lastResponse(endpoint, reader.locale),
    lastUsed: undefined,
  };
}

function lastResponse(
  { outcome, responseStatus }: EndpointDetails,
  locale: Parts['locale'],
): string | undefined {
  if (responseStatus !== null) return `HTTP ${responseStatus}`;
  const { outcomes } = words[locale];
  return outcome !== null && outcome in outcomes ? outcomes[outcome as keyof typeof outcomes] : undefined;
}

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
