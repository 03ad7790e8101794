import { type ApiKey, listRelatedKeys } from '../../accounts/api-keys/key-details.ts';
import { adviceFor, successorOf } from '../../accounts/api-keys/rotation.ts';
import { listAudit, type RecordedEntry } from '../../accounts/audit/list.ts';
import { Details, LinkButton, Notice, Time, useFormat, useLocale } from '../kit/index.ts';
import { type PanelRequest, type PanelResponse, page } from '../request/route.ts';
import { adviceText } from './advice.tsx';
import { Expiry, type KeyProps, KeyStatus, LastUse, RecordedUses, ScopeSummary } from './key-facts.tsx';
import { words } from './words.ts';

/** A key is created and deactivated once; the rest would be entries of a later kind. */
const HISTORY_ENTRIES = 20;

export async function keyPage(request: PanelRequest, key: ApiKey): Promise<PanelResponse> {
  const { db, tenant, deps } = request;
  const related = await listRelatedKeys(db, tenant.id, [key]);
  const target = { type: 'api_key', id: String(key.id) } as const;
  const history = await listAudit(db, tenant.id, { target }, { limit: HISTORY_ENTRIES });
  const advice = adviceFor(key, successorOf(key, related), deps.nowMs());
  const status = (
    <>
      <KeyStatus apiKey={key} /> <code>{key.prefix}…</code>
    </>
  );
  return page(
    {
      title: key.name,
      heading: {
        title: <bdi>{key.name}</bdi>,
        intro: status,
        actions: <Actions apiKey={key} />,
      },
    },
    advice ? (
      <Notice kind={advice.kind === 'deactivate_old' ? 'done' : 'warning'}>
        {adviceText(key, advice, request.format)}
      </Notice>
    ) : null,
    facts(key, related, history, request),
    <RecordedUses />,
    <p>
      <LinkButton href="/panel/keys">{words[request.locale].back}</LinkButton>
    </p>,
  );
}

function Actions({ apiKey: { id, status } }: KeyProps) {
  const text = words[useLocale()];
  return (
    <>
      <LinkButton href={`/panel/keys/${id}/successor`}>{text.makeSuccessor}</LinkButton>
      {status === 'active' ? (
        <LinkButton href={`/panel/keys/${id}/deactivate`}>{text.deactivate}</LinkButton>
      ) : null}
      <LinkButton href={`/panel/keys/${id}/delete`} look="danger">
        {text.delete}
      </LinkButton>
    </>
  );
}

function facts(
  key: ApiKey,
  related: readonly ApiKey[],
  history: readonly RecordedEntry[],
  request: PanelRequest,
) {
  const text = words[request.locale];
  const old = related.find(({ id }) => id === key.predecessorId);
  const successors = related.filter(({ predecessorId }) => predecessorId === key.id);
  const created = history.find(({ action }) => action === 'api_key.created');
  const deactivated = history.find(({ action }) => action === 'api_key.deactivated');
  return (
    <Details
      of={{
        [text.scopes]: <ScopeSummary scopes={key.scopes} />,
        [text.lastUsed]: <LastUse apiKey={key} />,
        [text.expiry]: <Expiry apiKey={key} />,
        [text.created]: event(key.createdAt, created, request),
        [text.deactivatedAt]: deactivated && event(deactivated.at, deactivated, request),
        [text.replacesFact]: old && <Relative apiKey={old} />,
        [text.replacedBy]:
          successors.length === 0
            ? undefined
            : successors.map((each) => <Relative key={each.id} apiKey={each} />),
      }}
    />
  );
}

/** When something happened to the key, and who did it. Keys from before the audit have no entry. */
function event(at: string, entry: RecordedEntry | undefined, { locale }: PanelRequest) {
  const text = words[locale];
  const who = entry && (entry.actorType === 'user' ? entry.actorName! : text[entry.actorType]);
  return (
    <>
      <Time at={at} as="date" /> {who === undefined ? null : <span class="quiet">{text.createdBy(who)}</span>}
    </>
  );
}

/** A predecessor or a successor, and when it was last used. */
function Relative({ apiKey: key }: KeyProps) {
  const format = useFormat();
  const text = words[format.locale];
  const use = key.lastUsedAt === null ? text.neverUsed : text.lastUse(format.relative(key.lastUsedAt));
  return (
    <div class="relative">
      <a href={`/panel/keys/${key.id}`}>
        <bdi>{key.name}</bdi>
      </a>{' '}
      <code>{key.prefix}…</code> <KeyStatus apiKey={key} /> <span class="quiet">{use}</span>
    </div>
  );
}
