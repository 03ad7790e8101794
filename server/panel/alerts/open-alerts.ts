import { visibleKinds } from '../../webhooks/alerts/kinds.ts';
import { type OpenAlerts, openAlerts } from '../../webhooks/alerts/list.ts';
import type { PanelRequest } from '../request/route.ts';

/** The open alerts that this user may see. Each page has their number in the navigation. */
export const readOpenAlerts = ({ db, tenant, user }: PanelRequest): Promise<OpenAlerts> =>
  openAlerts(db, tenant.id, visibleKinds(user.permissions));
