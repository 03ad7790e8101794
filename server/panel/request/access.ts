import type { SessionOwner } from '../../accounts/staff/panel-user.ts';
import type { Permission } from '../../accounts/staff/rules/roles.ts';
import type { Access } from './route.ts';

type Guarded = Exclude<Access, 'public' | 'session'>;
type Flag = 'apiEnabled' | 'webhooksEnabled';

interface Requirement {
  /** One of them is enough. The first is the one that a page names. */
  readonly permissions: readonly [Permission, ...Permission[]];
  readonly flag?: Flag;
}

const REQUIRED: Readonly<Record<Guarded, Requirement>> = {
  users: { permissions: ['user.manage'] },
  api_keys: { permissions: ['api_key.manage'], flag: 'apiEnabled' },
  /** Whatever the plan: a leaked key has to end. */
  revoke_keys: { permissions: ['api_key.manage'] },
  requests: { permissions: ['log.read', 'api_key.manage'], flag: 'apiEnabled' },
  webhooks: { permissions: ['webhook.manage'], flag: 'webhooksEnabled' },
  deliveries: { permissions: ['log.read', 'webhook.manage', 'delivery.resend'], flag: 'webhooksEnabled' },
  resend: { permissions: ['delivery.resend', 'webhook.manage'], flag: 'webhooksEnabled' },
};

/** What is missing for a route: the user's permission, the plan's feature, or both. */
export interface Missing {
  readonly access: Guarded;
  readonly permission: Permission | undefined;
  readonly flag: Flag | undefined;
}

/** Undefined when nothing is missing. */
export function missingFor({ user, tenant }: SessionOwner, access: Access): Missing | undefined {
  if (access === 'public' || access === 'session') return undefined;
  const { permissions, flag } = REQUIRED[access];
  const permission = permissions.some((each) => user.permissions.includes(each)) ? undefined : permissions[0];
  const off = flag === undefined || tenant[flag] ? undefined : flag;
  return permission || off ? { access, permission, flag: off } : undefined;
}
