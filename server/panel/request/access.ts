import type { SessionOwner } from '../../accounts/staff/panel-user.ts';
import type { Access } from './route.ts';

export const PERMISSION = { api_keys: 'api_key.manage', webhooks: 'webhook.manage' } as const;

/** What is missing for a route: the user's permission, the plan's feature, or both. */
export interface Missing {
  readonly feature: keyof typeof PERMISSION;
  readonly permission: boolean;
  readonly plan: boolean;
}

/** Undefined when nothing is missing. */
export function missingFor({ user, tenant }: SessionOwner, access: Access): Missing | undefined {
  if (access === 'public' || access === 'session') return undefined;
  const feature = access === 'webhooks' ? access : 'api_keys';
  const permission = !user.permissions.includes(PERMISSION[feature]);
  const included = { api_keys: tenant.apiEnabled, revoke_keys: true, webhooks: tenant.webhooksEnabled };
  const plan = !included[access];
  return permission || plan ? { feature, permission, plan } : undefined;
}
