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
  const permission = !user.permissions.includes(PERMISSION[access]);
  const plan = !(access === 'api_keys' ? tenant.apiEnabled : tenant.webhooksEnabled);
  return permission || plan ? { feature: access, permission, plan } : undefined;
}
