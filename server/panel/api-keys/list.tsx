import type { VNode } from 'preact';
import { type ApiKey, KEY_STATUSES, listKeys, listRelatedKeys } from '../../accounts/api-keys/key-details.ts';
import { type Advice, adviceFor, successorOf } from '../../accounts/api-keys/rotation.ts';
import { CopyBlock } from '../kit/elements/copy-block.tsx';
import { Empty } from '../kit/elements/empty.tsx';
import { Heading } from '../kit/elements/heading.tsx';
import { Pages } from '../kit/elements/pages.tsx';
import { Time } from '../kit/elements/time.tsx';
import { words as shared } from '../kit/words.ts';
import { apiOrigin } from '../request/api-origin.ts';
import { readId } from '../request/form.ts';
import { type PanelRequest, type PanelResponse, page } from '../request/route.ts';
import { adviceMark } from './advice.tsx';
import { curlWithVariable } from './first-call.ts';
import { KeyStatus } from './key-status.tsx';
import { RecordedUses } from './recorded-uses.tsx';
import { ScopeSummary } from './scope-summary.tsx';
import { words } from './words.ts';

/** Hardly any tenant has more; a page of them stays far below 60 kB. */
const PAGE_SIZE = 50;

/** GET /keys */
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
  return page({
    title: text.title,
    section: 'api-keys',
    body: (
      <>
        <Heading title={text.title} intro={text.intro}>
          {isEmpty ? null : (
            <a class="button primary" href="/panel/keys/new">
              {text.newKey}
            </a>
          )}
        </Heading>
        {isEmpty ? (
          <NoKeys request={request} />
        ) : (
          <>
            <KeyTable {...{ request, keys, related }} />
            <RecordedUses request={request} />
          </>
        )}
        <Pages locale={locale} newer={after && '/panel/keys'} older={older} />
      </>
    ),
  });
}

const cursorOf = ({ status, id }: ApiKey): string => `${status}-${id}`;

function readCursor(text: string): Pick<ApiKey, 'id' | 'status'> | undefined {
  const [word, number] = text.split('-', 2);
  const status = KEY_STATUSES.find((each) => each === word);
  const id = readId(number);
  return status && id !== undefined ? { status, id } : undefined;
}

function NoKeys({ request }: { request: PanelRequest }): VNode {
  const text = words[request.locale];
  return (
    <Empty title={text.emptyTitle}>
      <p>{text.emptyText}</p>
      <p>
        <a class="button primary" href="/panel/keys/new">
          {text.emptyButton}
        </a>
      </p>
      <p>{text.emptyCurl}</p>
      <CopyBlock copyLabel={shared[request.locale].copy} text={curlWithVariable(apiOrigin(request))} />
    </Empty>
  );
}

interface KeyTableProps {
  readonly request: PanelRequest;
  readonly keys: readonly ApiKey[];
  readonly related: readonly ApiKey[];
}

function KeyTable({ request, keys, related }: KeyTableProps): VNode {
  const text = words[request.locale];
  return (
    <table class="table keys">
      <thead>
        <tr>
          <th scope="col">{text.name}</th>
          <th scope="col">{text.status}</th>
          <th scope="col">{text.scopes}</th>
          <th scope="col">{text.lastUsed}</th>
          <th scope="col">{text.expiry}</th>
          <th scope="col">
            <span class="visually-hidden">{text.action}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <KeyRow key={key.id} {...{ request, related, apiKey: key }} />
        ))}
      </tbody>
    </table>
  );
}

interface KeyRowProps extends Omit<KeyTableProps, 'keys'> {
  readonly apiKey: ApiKey;
}

function KeyRow({ request, related, apiKey: key }: KeyRowProps): VNode {
  const { format, locale, deps } = request;
  const text = words[locale];
  const advice = adviceFor(key, successorOf(key, related), deps.nowMs());
  return (
    <tr>
      <td>
        <a class="row" href={`/panel/keys/${key.id}`}>
          <bdi>{key.name}</bdi>
        </a>
        <code class="second">{key.prefix}…</code>
        <Replaces {...{ request, related, apiKey: key }} />
      </td>
      <td>
        <KeyStatus apiKey={key} request={request} />
        {advice ? <span class="second">{adviceMark(advice, request)}</span> : null}
      </td>
      <td class="wide">
        <ScopeSummary scopes={key.scopes} locale={locale} />
      </td>
      <td class="wide nowrap" data-label={text.lastUsed}>
        {key.lastUsedAt === null ? text.never : <Time at={key.lastUsedAt} format={format} as="relative" />}
      </td>
      <td class="wide nowrap" data-label={text.expiry}>
        {key.expiresAt === null ? text.noExpiry : <Time at={key.expiresAt} format={format} as="date" />}
      </td>
      <td>
        <div class="actions">
          <NextStep apiKey={key} advice={advice} locale={locale} />
        </div>
      </td>
    </tr>
  );
}

/** Under a successor: when the key that it replaces was last used. */
function Replaces({ request: { locale, format }, related, apiKey: key }: KeyRowProps): VNode | null {
  const text = words[locale];
  const old = related.find(({ id }) => id === key.predecessorId);
  if (!old) return null;
  const use = old.lastUsedAt === null ? text.oldNeverUsed : text.oldLastUsed(format.relative(old.lastUsedAt));
  return (
    <span class="second">
      {text.replaces(old.prefix)}
      {old.status === 'active' ? `, ${use}` : ''}
    </span>
  );
}

interface NextStepProps {
  readonly apiKey: ApiKey;
  readonly advice: Advice | undefined;
  readonly locale: PanelRequest['locale'];
}

/** One button a row: what makes most sense now. The key's page has them all. */
function NextStep({ apiKey: { id, name, status }, advice, locale }: NextStepProps): VNode {
  const text = words[locale];
  const button = (step: string, label: string): VNode => (
    <a class="button" href={`/panel/keys/${id}/${step}`} aria-label={`${label}: ${name}`}>
      {label}
    </a>
  );
  if (status !== 'active') return button('delete', text.delete);
  return advice?.kind === 'make_successor'
    ? button('successor', text.makeSuccessor)
    : button('deactivate', text.deactivate);
}
