import { inGb } from '../../../accounts/tenants/storage.ts';
import { parseUrl } from '../../../base/formats/parse-url.ts';
import { explain } from '../../send/meaning/meaning.ts';
import type { EndpointDetails, KeyDetails, LateDetails, StorageDetails } from '../details.ts';
import type { ClaimedEmail, EmailLocale } from './claim.ts';
import type { EmailFacts } from './words.ts';

export const LANGUAGE = { pt: 'pt-BR', en: 'en' } as const;

/** Line breaks would begin another header. nodemailer removes them as well; other control characters look odd. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

type Reader = Pick<ClaimedEmail, 'locale' | 'timeZone'>;

/** What the e-mail's words need, as the reader writes it and in the tenant's time zone. */
export function factsOf(claimed: ClaimedEmail): EmailFacts {
  if (claimed.kind === 'api_key_expiring') return keyFacts(claimed, claimed.details as KeyDetails);
  if (claimed.kind === 'storage_full') return storageFacts(claimed, claimed.details as StorageDetails);
  return endpointFacts(claimed, claimed.details as EndpointDetails | LateDetails);
}

const NOT_FAILING = { deadline: '', gone: false, lastResponse: undefined };

const storageFacts = (
  { subjectName }: ClaimedEmail,
  { usedBytes, limitBytes }: StorageDetails,
): EmailFacts => ({
  name: `${inGb(usedBytes)} GB`,
  shortName: oneLine(subjectName),
  since: `${Math.floor((100 * usedBytes) / limitBytes)} %`,
  ...NOT_FAILING,
  gone: usedBytes >= limitBytes,
  deadline: `${inGb(limitBytes)} GB`,
  lastUsed: undefined,
});

function keyFacts(claimed: ClaimedEmail, { prefix, expiresAt, lastUsedAt }: KeyDetails): EmailFacts {
  return {
    name: oneLine(claimed.subjectName),
    shortName: prefix,
    since: formatTime(expiresAt, claimed),
    ...NOT_FAILING,
    lastUsed: lastUsedAt === null ? undefined : formatTime(lastUsedAt, claimed),
  };
}

function endpointFacts(claimed: ClaimedEmail, details: EndpointDetails | LateDetails): EmailFacts {
  const url = oneLine(claimed.subjectName);
  const description = oneLine(details.description);
  const recoveredAt = claimed.transition === 'closed' ? claimed.recoveredAt : null;
  return {
    name: description ? `${description} (${url})` : url,
    shortName: description || (parseUrl(url)?.host ?? url),
    lastUsed: undefined,
    ...('dueSince' in details
      ? { since: formatTime(recoveredAt ?? details.dueSince, claimed), ...NOT_FAILING }
      : {
          since: formatTime(recoveredAt ?? details.failingSince, claimed),
          deadline: formatTime(details.deactivationDue, claimed),
          gone: details.reason === 'gone',
          lastResponse: lastResponse(details, claimed.locale),
        }),
  };
}

const formatTime = (iso: string, { locale, timeZone }: Reader): string =>
  new Intl.DateTimeFormat(LANGUAGE[locale], { dateStyle: 'long', timeStyle: 'short', timeZone }).format(
    new Date(iso),
  );

const lastResponse = (details: EndpointDetails, locale: EmailLocale): string | undefined =>
  oneLine(explain({ detail: null, ...details }, locale)) || undefined;
