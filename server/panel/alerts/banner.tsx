import type { VNode } from 'preact';
import type { Alert } from '../../alerts/list.ts';
import { Notice } from '../elements/notice.tsx';
import type { PanelRequest, Section } from '../route.ts';
import { pageOf } from './describe.ts';
import { words } from './words.ts';

/** An endpoint's own pages: /panel/webhooks/7, /panel/webhooks/7/edit. */
const ENDPOINT_PAGE = /^\/panel\/webhooks\/(\d+)(?:\/|$)/;

/** The alerts that concern a page: an endpoint's on its own pages, every endpoint's on the list, keys' among the keys. */
export function alertsOfPage(
  section: Section | undefined,
  path: string,
  alerts: readonly Alert[],
): readonly Alert[] {
  if (section === 'api-keys') return alerts.filter(({ kind }) => kind === 'api_key_expiring');
  if (section !== 'webhooks') return [];
  const id = ENDPOINT_PAGE.exec(path)?.[1];
  return alerts.filter(
    ({ kind, subjectId }) => kind !== 'api_key_expiring' && (id === undefined || id === String(subjectId)),
  );
}

/** One line above a page's content. With several alerts it says how many there are. */
export function AlertBanner({
  request: { locale, path },
  alerts,
}: {
  readonly request: PanelRequest;
  readonly alerts: readonly Alert[];
}): VNode | null {
  const [alert] = alerts;
  if (alert === undefined) return null;
  const text = words[locale];
  const single = alerts.length === 1;
  const name = single && pageOf(alert) !== path ? `${alert.subjectName}: ` : '';
  return (
    <Notice kind="warning">
      {single
        ? `${name}${text[alert.recoveringSince === null ? alert.kind : 'recovered']}.`
        : `${text.openCount(alerts.length)}.`}{' '}
      <a href="/panel/alerts">{text.seeAll}</a>
    </Notice>
  );
}
