import type { ComponentChildren, VNode } from 'preact';
import { type ApiKey, listRelatedKeys } from '../../accounts/api-keys/key-details.ts';
import { adviceFor, successorOf } from '../../accounts/api-keys/rotation.ts';
import { listAudit, type RecordedEntry } from '../../accounts/audit/list.ts';
import { Heading } from '../kit/elements/heading.tsx';
import { Time } from '../kit/elements/time.tsx';
import { notFound, type PanelRequest, type PanelResponse, page } from '../request/route.ts';
import { AdviceNotice } from './advice.tsx';
import { KeyStatus } from './key-status.tsx';
import { RecordedUses } from './recorded-uses.tsx';
import { ScopeSummary } from './scope-summary.tsx';
import { requestedKey } from './successor.tsx';
import { words } from './words.ts';

/** A key is created and deactivated once; the rest would be entries of a later kind. */
const HISTORY_ENTRIES = 20;

/** GET /keys/:id */
export async function keyPage(request: PanelRequest): Promise<PanelResponse> {
  const key = await requestedKey(request);
  if (!key) return notFound();
  const { db, tenant, deps } = request;
  const related = await listRelatedKeys(db, tenant.id, [key]);
  const target = { type: 'api_key', id: String(key.id) } as const;
  const history = await listAudit(db, tenant.id, { target }, { limit: HISTORY_ENTRIES });
  const advice = adviceFor(key, successorOf(key, related), deps.nowMs());
  return page({
    title: key.name,
    section: 'api-keys',
    body: (
      <>
        <Heading
          title={<bdi>{key.name}</bdi>}
          intro={
            <>
              <KeyStatus apiKey={key} request={request} /> <code>{key.prefix}…</code>
            </>
          }
        >
          <Actions apiKey={key} request={request} />
        </Heading>
        {advice ? <AdviceNotice {...{ advice, request, apiKey: key }} /> : null}
        <Facts {...{ request, related, history, apiKey: key }} />
        <RecordedUses request={request} />
        <p>
          <a class="button" href="/panel/keys">
            {words[request.locale].back}
          </a>
        </p>
      </>
    ),
  });
}

function Actions({ apiKey: { id, status }, request }: { apiKey: ApiKey; request: PanelRequest }): VNode {
  const text = words[request.locale];
  return (
    <>
      <a class="button" href={`/panel/keys/${id}/successor`}>
        {text.makeSuccessor}
      </a>
      {status === 'active' ? (
        <a class="button" href={`/panel/keys/${id}/deactivate`}>
          {text.deactivate}
        </a>
      ) : null}
      <a class="button danger" href={`/panel/keys/${id}/delete`}>
        {text.delete}
      </a>
    </>
  );
}

interface FactsProps {
  readonly request: PanelRequest;
  readonly apiKey: ApiKey;
  readonly related: readonly ApiKey[];
  readonly history: readonly RecordedEntry[];
}

function Facts({ request, apiKey: key, related, history }: FactsProps): VNode {
  const { locale, format } = request;
  const text = words[locale];
  const old = related.find(({ id }) => id === key.predecessorId);
  const successors = related.filter(({ predecessorId }) => predecessorId === key.id);
  const deactivated = history.find(({ action }) => action === 'api_key.deactivated');
  return (
    <dl class="facts">
      <Fact label={text.scopes}>
        <ScopeSummary scopes={key.scopes} locale={locale} />
      </Fact>
      <Fact label={text.lastUsed}>
        {key.lastUsedAt === null ? text.never : <Time at={key.lastUsedAt} format={format} as="relative" />}
      </Fact>
      <Fact label={text.expiry}>
        {key.expiresAt === null ? text.noExpiry : <Time at={key.expiresAt} format={format} as="date" />}
      </Fact>
      <Fact label={text.created}>
        <Time at={key.createdAt} format={format} as="date" />{' '}
        <Author entry={history.find(({ action }) => action === 'api_key.created')} locale={locale} />
      </Fact>
      {deactivated ? (
        <Fact label={text.deactivatedAt}>
          <Time at={deactivated.at} format={format} as="date" />{' '}
          <Author entry={deactivated} locale={locale} />
        </Fact>
      ) : null}
      {old ? (
        <Fact label={text.replacesFact}>
          <Relative apiKey={old} request={request} />
        </Fact>
      ) : null}
      {successors.length > 0 ? (
        <Fact label={text.replacedBy}>
          {successors.map((each) => (
            <Relative key={each.id} apiKey={each} request={request} />
          ))}
        </Fact>
      ) : null}
    </dl>
  );
}

const Fact = ({ label, children }: { label: string; children: ComponentChildren }): VNode => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
);

/** Keys from before the audit have no entry. */
function Author({
  entry,
  locale,
}: {
  entry: RecordedEntry | undefined;
  locale: PanelRequest['locale'];
}): VNode | null {
  if (!entry) return null;
  const text = words[locale];
  const who = entry.actorType === 'user' ? entry.actorName! : text[entry.actorType];
  return <span class="quiet">{text.createdBy(who)}</span>;
}

/** A predecessor or a successor, and when it was last used. */
function Relative({ apiKey: key, request }: { apiKey: ApiKey; request: PanelRequest }): VNode {
  const { locale, format } = request;
  const text = words[locale];
  const use = key.lastUsedAt === null ? text.neverUsed : text.lastUse(format.relative(key.lastUsedAt));
  return (
    <div class="relative">
      <a href={`/panel/keys/${key.id}`}>
        <bdi>{key.name}</bdi>
      </a>{' '}
      <code>{key.prefix}…</code> <KeyStatus apiKey={key} request={request} /> <span class="quiet">{use}</span>
    </div>
  );
}
