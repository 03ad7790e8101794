import { type ApiKey, KEY_STATUSES, listKeys, listRelatedKeys } from '../../accounts/api-keys/key-details.ts';
import { type Advice, adviceFor, successorOf } from '../../accounts/api-keys/rotation.ts';
import {
  type Column,
  CopyBlock,
  Empty,
  LinkButton,
  Pages,
  RowLink,
  Table,
  useFormat,
  useLocale,
} from '../kit/index.ts';
import { apiOrigin } from '../request/api-origin.ts';
import { readId } from '../request/form.ts';
import { type PanelRequest, type PanelResponse, page } from '../request/route.ts';
import { useRequest } from '../request/use-request.ts';
import { adviceMark } from './advice.tsx';
import { curlWithVariable } from './first-call.ts';
import { Expiry, type KeyProps, KeyStatus, LastUse, RecordedUses, ScopeSummary } from './key-facts.tsx';
import { words } from './words.ts';

/** Hardly any tenant has more; a page of them stays far below 60 kB. */
const PAGE_SIZE = 50;

export async function keyList(request: PanelRequest): Promise<PanelResponse> {
  const { db, tenant, locale, query, deps } = request;
  await deps.writeCounts();
  const after = readCursor(query.text('after'));
  const found = await listKeys(db, tenant.id, { limit: PAGE_SIZE + 1, after });
  const keys = found.slice(0, PAGE_SIZE);
  const related = await listRelatedKeys(db, tenant.id, keys);
  const text = words[locale];
  const isEmpty = found.length === 0 && after === undefined;
  const older = found.length > PAGE_SIZE ? `/panel/keys?after=${cursorOf(keys.at(-1)!)}` : undefined;
  return page(
    {
      title: text.apiKeys,
      heading: {
        intro: text.intro,
        actions: isEmpty || !tenant.apiEnabled ? undefined : <Actions />,
      },
    },
    isEmpty ? <NoKeys /> : keyTable(request, keys, related),
    <Pages newer={after && '/panel/keys'} older={older} />,
  );
}

const cursorOf = ({ status, id }: ApiKey): string => `${status}-${id}`;

function readCursor(text: string): Pick<ApiKey, 'id' | 'status'> | undefined {
  const [word, number] = text.split('-', 2);
  const status = KEY_STATUSES.find((each) => each === word);
  const id = readId(number);
  return status && id !== undefined ? { status, id } : undefined;
}

const Actions = () => (
  <>
    <LinkButton href="/panel/connect">{words[useLocale()].connect}</LinkButton>
    <LinkButton href="/panel/keys/new" look="primary">
      {words[useLocale()].newKey}
    </LinkButton>
  </>
);

function NoKeys() {
  const request = useRequest();
  const text = words[request.locale];
  return (
    <Empty title={text.emptyTitle}>
      <p>{text.emptyText}</p>
      <p class="actions">
        <LinkButton href="/panel/connect" look="primary">
          {text.connect}
        </LinkButton>
        <LinkButton href="/panel/keys/new">{text.emptyButton}</LinkButton>
      </p>
      <p>{text.emptyCurl}</p>
      <CopyBlock text={curlWithVariable(apiOrigin(request))} />
    </Empty>
  );
}

function keyTable(request: PanelRequest, keys: readonly ApiKey[], related: readonly ApiKey[]) {
  const { locale, deps } = request;
  const text = words[locale];
  const adviceOf = (key: ApiKey) => adviceFor(key, successorOf(key, related), deps.nowMs());
  const columns: readonly Column<ApiKey>[] = [
    { title: text.name, cell: (apiKey) => <Name {...{ related, apiKey }} /> },
    { title: text.status, cell: (apiKey) => <State apiKey={apiKey} advice={adviceOf(apiKey)} /> },
    { title: text.scopes, class: 'wide', cell: ({ scopes }) => <ScopeSummary scopes={scopes} /> },
    { title: text.lastUsed, class: 'wide nowrap', label: true, cell: (key) => <LastUse apiKey={key} /> },
    { title: text.expiry, class: 'wide nowrap', label: true, cell: (key) => <Expiry apiKey={key} /> },
    { title: text.action, hidden: true, cell: (key) => nextStep(key, adviceOf(key), request) },
  ];
  return (
    <>
      <Table name="keys" rows={keys} keyOf={({ id }) => id} columns={columns} />
      <RecordedUses />
    </>
  );
}

/** Under a successor: when the key that it replaces was last used. */
function Name({ related, apiKey: key }: KeyProps & { related: readonly ApiKey[] }) {
  const format = useFormat();
  const text = words[format.locale];
  const old = related.find(({ id }) => id === key.predecessorId);
  const use = old?.lastUsedAt ? text.oldLastUsed(format.relative(old.lastUsedAt)) : text.oldNeverUsed;
  return (
    <>
      <RowLink href={`/panel/keys/${key.id}`} about={[`${key.prefix}…`]}>
        <bdi>{key.name}</bdi>
      </RowLink>
      <code class="second">{key.prefix}…</code>
      {old ? (
        <span class="second">
          {text.replaces(old.prefix)}
          {old.status === 'active' ? `, ${use}` : ''}
        </span>
      ) : null}
    </>
  );
}

const State = ({ apiKey, advice }: KeyProps & { advice: Advice | undefined }) => (
  <>
    <KeyStatus apiKey={apiKey} />
    {advice ? <span class="second">{adviceMark(advice, useLocale())}</span> : null}
  </>
);

/** One button a row: what makes most sense now. The key's page has them all. */
function nextStep({ id, name, status }: ApiKey, advice: Advice | undefined, { locale }: PanelRequest) {
  const text = words[locale];
  const labels = { successor: text.makeSuccessor, deactivate: text.deactivate, delete: text.delete };
  const active = advice?.kind === 'make_successor' ? 'successor' : 'deactivate';
  const step = status === 'active' ? active : 'delete';
  return (
    <div class="actions">
      <LinkButton href={`/panel/keys/${id}/${step}`} aria-label={`${labels[step]}: ${name}`}>
        {labels[step]}
      </LinkButton>
    </div>
  );
}
