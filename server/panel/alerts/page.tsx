import { EXPIRY_NOTICE_DAYS } from '../../accounts/api-keys/rotation.ts';
import { WARNED_PERCENT } from '../../accounts/tenants/storage.ts';
import { visibleKinds } from '../../webhooks/alerts/kinds.ts';
import { type Alert, closedAlerts, type HistoryCursor } from '../../webhooks/alerts/list.ts';
import { NOTICE_DAYS } from '../../webhooks/alerts/watch-endpoints.ts';
import { LATE_MINUTES } from '../../webhooks/alerts/watch-late-endpoints.ts';
import { COUNTED_FAILURES } from '../../webhooks/queue/complete.ts';
import {
  type Column,
  Empty,
  LinkButton,
  Pages,
  Status,
  Table,
  Time,
  useFormat,
  useLocale,
} from '../kit/index.ts';
import { positionText, readId, readPosition } from '../request/form.ts';
import { managerNames } from '../request/managers.ts';
import { type PanelRequest, type PanelResponse, page } from '../request/route.ts';
import { readOpenAlerts } from './banner.tsx';
import { byUrgency, lastResponse, nameOf, pageOf, stateOf, whatToDo } from './describe.ts';
import { keyAdviceFor } from './key-advice.ts';
import { type Words, words } from './words.ts';

const PAGE_SIZE = 25;

/** No permission is asked for: users see the alerts of what they may manage, or a page that says why there are none. */
export async function alertsPage(request: PanelRequest): Promise<PanelResponse> {
  const { db, tenant, user, query, locale, deps } = request;
  const text = words[locale];
  const kinds = visibleKinds(user.permissions);
  const after = readCursor(query.text('after'));
  // One more, to know whether there is another page.
  const closed =
    kinds.length === 0 ? [] : await closedAlerts(db, tenant.id, kinds, { after, limit: PAGE_SIZE + 1 });
  const shown = closed.slice(0, PAGE_SIZE);
  const older = closed.length > PAGE_SIZE ? `/panel/alerts?after=${cursorOf(shown.at(-1)!)}` : undefined;
  const open = await readOpenAlerts(request);
  const keyAdvice = await keyAdviceFor(request, open.alerts);
  return page(
    {
      title: text.alerts,
      heading: {
        intro: text.intro,
        actions: deps.config.smtp && <LinkButton href="/panel/account#alerts">{text.byEmail}</LinkButton>,
      },
    },
    open.count > 0 ? (
      <section aria-label={text.openCount(open.count)}>
        {byUrgency(open.alerts).map((alert) => (
          <OpenAlert
            key={alert.id}
            alert={alert}
            todo={alert.kind === 'api_key_expiring' ? keyAdvice.get(alert.subjectId) : undefined}
          />
        ))}
      </section>
    ) : (
      <Empty title={kinds.length > 0 ? text.noneOpen : text.noPermission}>
        <p>{kinds.length > 0 ? text.noneOpenHelp : text.noPermissionHelp(await managerNames(request))}</p>
        {kinds.length > 0 ? (
          <ul>
            <li>{text.whenFailing(COUNTED_FAILURES)}</li>
            <li>{text.whenDue(NOTICE_DAYS)}</li>
            <li>{text.whenLate(LATE_MINUTES)}</li>
            <li>{text.whenExpiring(EXPIRY_NOTICE_DAYS)}</li>
            <li>{text.whenFull(WARNED_PERCENT)}</li>
          </ul>
        ) : null}
      </Empty>
    ),
    shown.length === 0 ? null : <History alerts={shown} />,
    <Pages newer={after && '/panel/alerts'} older={older} />,
  );
}

const cursorOf = ({ closedAt, id }: Alert): string => positionText(closedAt!, id);

/** Anything else than what cursorOf writes shows the first page. */
function readCursor(text: string): HistoryCursor | undefined {
  const { at = '', id } = readPosition(text) ?? {};
  const number = readId(id);
  return number === undefined ? undefined : { closedAt: at, id: number };
}

interface OpenAlertProps {
  readonly alert: Alert;
  /** In place of what is to be done about any alert of its kind. */
  readonly todo: string | undefined;
}

function OpenAlert({ alert, todo }: OpenAlertProps) {
  const format = useFormat();
  const text = words[format.locale];
  const response = lastResponse(alert, format);
  return (
    <article class="alert">
      <div>
        <p class="alert-state">
          <AlertStatus alert={alert} />{' '}
          <span class="quiet">
            {text.alertBegan} <Time at={alert.openedAt} as="relative" />
          </span>
        </p>
        <h2 class="break">
          {nameOf(alert)}
          {nameOf(alert) === alert.subjectName ? null : <span class="second">{alert.subjectName}</span>}
        </h2>
        <p>{todo ?? whatToDo(alert, format)}</p>
        {response === undefined ? null : <p class="hint">{response}</p>}
      </div>
      <LinkButton href={pageOf(alert)}>
        {alert.kind === 'storage_full'
          ? text.openStorage
          : alert.kind === 'api_key_expiring'
            ? text.openKey
            : text.openEndpoint}
      </LinkButton>
    </article>
  );
}

/** Trouble now is bad, trouble to come is a warning, and what works again is busy until the alert closes. */
function AlertStatus({ alert }: Pick<OpenAlertProps, 'alert'>) {
  const state = stateOf(alert, words[useLocale()]);
  if (alert.recoveringSince !== null) return <Status tone="good">{state}</Status>;
  if (alert.heldSince !== null) return <Status tone="quiet">{state}</Status>;
  const isWarning = !['endpoint_failing', 'endpoint_deactivated'].includes(alert.kind);
  return <Status tone={isWarning ? 'warning' : 'bad'}>{state}</Status>;
}

function History({ alerts }: { readonly alerts: readonly Alert[] }) {
  const text = words[useLocale()];
  const columns: readonly Column<Alert>[] = [
    {
      title: text.what,
      cell: (alert) => (
        <>
          {text[alert.kind]}
          <span class="second break">{nameOf(alert)}</span>
        </>
      ),
    },
    { title: text.opened, label: true, cell: ({ openedAt }) => <Time at={openedAt} /> },
    { title: text.closed, label: true, cell: ({ closedAt }) => <Time at={closedAt!} /> },
    { title: text.why, label: true, cell: (alert) => howItEnded(alert, text) },
  ];
  return (
    <>
      <h2>{text.history}</h2>
      <Table name="closed-alerts" rows={alerts} keyOf={({ id }) => id} columns={columns} />
    </>
  );
}

/** An endpoint is switched off, a key is deactivated. */
const howItEnded = ({ kind, resolution }: Alert, text: Words): string =>
  kind === 'storage_full'
    ? text.hasRoom
    : resolution === 'deactivated' && kind === 'api_key_expiring'
      ? text.deactivatedKey
      : text[resolution!];
