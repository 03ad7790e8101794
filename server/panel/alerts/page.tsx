import type { VNode } from 'preact';
import { EXPIRY_NOTICE_DAYS } from '../../accounts/api-keys/rotation.ts';
import type { Alert, OpenAlerts } from '../../webhooks/alerts/list.ts';
import { NOTICE_DAYS } from '../../webhooks/alerts/watch-endpoints.ts';
import { COUNTED_FAILURES } from '../../webhooks/queue/complete.ts';
import { Empty } from '../kit/elements/empty.tsx';
import { Heading } from '../kit/elements/heading.tsx';
import { Pages } from '../kit/elements/pages.tsx';
import { Status } from '../kit/elements/status.tsx';
import { Time } from '../kit/elements/time.tsx';
import type { Format } from '../kit/language/format.ts';
import type { PanelRequest } from '../request/route.ts';
import { byUrgency, lastResponse, nameOf, pageOf, whatToDo } from './describe.ts';
import { type Words, words } from './words.ts';

interface AlertsPageProps {
  readonly request: PanelRequest;
  /** False for a user who may see none. */
  readonly permitted: boolean;
  readonly open: OpenAlerts;
  readonly closed: readonly Alert[];
  readonly newer: string | undefined;
  readonly older: string | undefined;
}

export function AlertsPage({ request, permitted, open, closed, newer, older }: AlertsPageProps): VNode {
  const { format, locale } = request;
  const text = words[locale];
  return (
    <>
      <Heading title={text.title} intro={text.intro}>
        <a class="button" href="/panel/account#alerts">
          {text.byEmail}
        </a>
      </Heading>
      {open.count > 0 ? (
        <section aria-label={text.openCount(open.count)}>
          {byUrgency(open.alerts).map((alert) => (
            <OpenAlert key={alert.id} alert={alert} format={format} />
          ))}
        </section>
      ) : (
        <Empty title={permitted ? text.noneOpen : text.noPermission}>
          {permitted ? <WhenAlerts text={text} /> : <p>{text.noPermissionHelp}</p>}
        </Empty>
      )}
      {closed.length === 0 ? null : <History alerts={closed} format={format} />}
      <Pages locale={locale} newer={newer} older={older} />
    </>
  );
}

const WhenAlerts = ({ text }: { text: Words }): VNode => (
  <>
    <p>{text.noneOpenHelp}</p>
    <ul>
      <li>{text.whenFailing(COUNTED_FAILURES)}</li>
      <li>{text.whenDue(NOTICE_DAYS)}</li>
      <li>{text.whenExpiring(EXPIRY_NOTICE_DAYS)}</li>
    </ul>
  </>
);

function OpenAlert({ alert, format }: { alert: Alert; format: Format }): VNode {
  const text = words[format.locale];
  const response = lastResponse(alert, format);
  return (
    <article class="alert">
      <div>
        <p class="alert-state">
          <AlertStatus alert={alert} format={format} />{' '}
          <span class="quiet">
            <Time at={alert.openedAt} format={format} as="relative" />
          </span>
        </p>
        <h2 class="break">
          {nameOf(alert)}
          {nameOf(alert) === alert.subjectName ? null : <span class="second">{alert.subjectName}</span>}
        </h2>
        <p>{whatToDo(alert, format)}</p>
        {response === undefined ? null : <p class="hint">{response}</p>}
      </div>
      <a class="button" href={pageOf(alert)}>
        {alert.kind === 'api_key_expiring' ? text.openKey : text.openEndpoint}
      </a>
    </article>
  );
}

/** Trouble now is bad, trouble to come is a warning, and what works again is busy until the alert closes. */
function AlertStatus({ alert, format }: { alert: Alert; format: Format }): VNode {
  const text = words[format.locale];
  if (alert.recoveringSince !== null) return <Status tone="good">{text.recovered}</Status>;
  const isWarning = alert.kind === 'api_key_expiring' || alert.kind === 'endpoint_deactivation_due';
  return <Status tone={isWarning ? 'warning' : 'bad'}>{text[alert.kind]}</Status>;
}

function History({ alerts, format }: { alerts: readonly Alert[]; format: Format }): VNode {
  const text = words[format.locale];
  return (
    <>
      <h2>{text.history}</h2>
      <table class="table closed-alerts">
        <thead>
          <tr>
            <th scope="col">{text.what}</th>
            <th scope="col">{text.opened}</th>
            <th scope="col">{text.closed}</th>
            <th scope="col">{text.why}</th>
          </tr>
        </thead>
        <tbody>
          {alerts.map((alert) => (
            <tr key={alert.id}>
              <td>
                {text[alert.kind]}
                <span class="second break">{nameOf(alert)}</span>
              </td>
              <td data-label={text.opened}>
                <Time at={alert.openedAt} format={format} />
              </td>
              <td data-label={text.closed}>
                <Time at={alert.closedAt!} format={format} />
              </td>
              <td data-label={text.why}>{howItEnded(alert, text)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** An endpoint is switched off, a key is deactivated. */
const howItEnded = ({ kind, resolution }: Alert, text: Words): string =>
  resolution === 'deactivated' && kind === 'api_key_expiring' ? text.deactivatedKey : text[resolution!];
