import { type ApiKey, findKey } from '../../accounts/api-keys/key-details.ts';
import { MAX_DELAY_MS } from '../../accounts/api-keys/last-used-writer.ts';
import { expiresSoon, isUnused } from '../../accounts/api-keys/rotation.ts';
import { Status, Time, useFormat, useLocale } from '../kit/index.ts';
import { readId } from '../request/form.ts';
import { notFound, type PanelRequest, type PanelResponse } from '../request/route.ts';
import { summarize } from './scopes.tsx';
import { resourceName, words } from './words.ts';

export interface KeyProps {
  readonly apiKey: ApiKey;
}

/** A handler for a path with `:id`. The key has its uses up to this moment as far as this process knows them. */
export const withKey =
  (handle: (request: PanelRequest, key: ApiKey) => Promise<PanelResponse>) =>
  async (request: PanelRequest): Promise<PanelResponse> => {
    const { db, tenant, params, deps } = request;
    const id = readId(params.id);
    if (id === undefined) return notFound();
    await deps.writeCounts();
    const key = await findKey(db, tenant.id, id);
    return key ? handle(request, key) : notFound();
  };

/** The status, or what will soon become of it. */
export function KeyStatus({ apiKey: key }: KeyProps) {
  const format = useFormat();
  const text = words[format.locale];
  if (key.status === 'inactive') return <Status tone="quiet">{text.inactive}</Status>;
  if (key.status === 'expired') return <Status tone="bad">{text.expired}</Status>;
  if (expiresSoon(key, format.nowMs))
    return <Status tone="warning">{text.expires(format.relative(key.expiresAt!))}</Status>;
  if (isUnused(key, format.nowMs)) return <Status tone="warning">{text.unused}</Status>;
  return <Status tone="good">{text.active}</Status>;
}

/** Scopes as a person would say them: the resources, and quietly what the key may do with them. */
export function ScopeSummary({ scopes }: { readonly scopes: readonly string[] }) {
  const locale = useLocale();
  const text = words[locale];
  const groups = summarize(scopes);
  if (groups.length === 0) return <span class="quiet">{text.noScopes}</span>;
  return (
    <>
      {groups.map(({ resources, access }) => (
        <span key={access.join()} class="scopes-line">
          {resources === 'all' ? text.all : resources.map((each) => resourceName(each, locale)).join(', ')}{' '}
          <span class="quiet">{access.map((each) => text[each]).join(', ')}</span>
        </span>
      ))}
    </>
  );
}

export const LastUse = ({ apiKey: { lastUsedAt } }: KeyProps) => (
  <Time at={lastUsedAt} none={words[useLocale()].never} as="relative" />
);

export const Expiry = ({ apiKey: { expiresAt } }: KeyProps) => (
  <Time at={expiresAt} none={words[useLocale()].noExpiry} as="date" />
);

/**
 * Up to when uses are certain to show. This process's own are written before the page is made, but the others write theirs
 * only every few seconds: somebody who decides by "not used" must know that.
 */
export function RecordedUses() {
  const format = useFormat();
  const until = format.time(new Date(format.nowMs - MAX_DELAY_MS).toISOString());
  return <p class="hint">{words[format.locale].usesUntil(until)}</p>;
}
