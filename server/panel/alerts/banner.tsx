import { visibleKinds } from '../../webhooks/alerts/kinds.ts';
import { type Alert, type OpenAlerts, openAlerts } from '../../webhooks/alerts/list.ts';
import { Notice, useLocale } from '../kit/index.ts';
import type { PanelRequest, Section } from '../request/route.ts';
import { nameOf, pageOf, stateOf } from './describe.ts';
import { words } from './words.ts';

/** The open alerts that this user may see. Each page has their number in the navigation. */
export const readOpenAlerts = ({ db, tenant, user }: PanelRequest): Promise<OpenAlerts> =>
  openAlerts(db, tenant.id, visibleKinds(user.permissions));

/** The pages of one endpoint or key: /panel/webhooks/7, /panel/keys/7/successor. */
const SUBJECT_PAGE = /^\/panel\/(?:webhooks|keys)\/(\d+)(?:\/|$)/;

/**
 * The alerts that concern a page: of one endpoint or key on the pages below its own, of all of them on their list. An endpoint's
 * or a key's own page says what is wrong with it, and what to do, by itself.
 */
export function alertsOfPage(
  section: Section | undefined,
  path: string,
  alerts: readonly Alert[],
): readonly Alert[] {
  if (section !== 'apiKeys' && section !== 'webhooks') return [];
  const id = SUBJECT_PAGE.exec(path)?.[1];
  return alerts.filter(
    (alert) =>
      alert.kind !== 'storage_full' &&
      (alert.kind === 'api_key_expiring') === (section === 'apiKeys') &&
      (id === undefined || (id === String(alert.subjectId) && path !== pageOf(alert))),
  );
}

/** One line above a page's content. With several alerts it says how many there are. */
export function AlertBanner({ alerts }: { readonly alerts: readonly Alert[] }) {
  const [alert] = alerts;
  if (alert === undefined) return null;
  const text = words[useLocale()];
  const single = alerts.length === 1;
  const state = stateOf(alert, text);
  // The names of the states are verbs: with the endpoint's or the key's name before them they're sentences.
  const sentence = `${nameOf(alert)} ${state.toLowerCase()}`;
  return (
    <Notice kind="warning">
      {single ? `${sentence}.` : `${text.openCount(alerts.length)}.`}{' '}
      <a href="/panel/alerts">{text.seeAll}</a>
    </Notice>
  );
}
