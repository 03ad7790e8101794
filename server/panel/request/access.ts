import type { SessionOwner } from '../../accounts/staff/panel-user.ts';
import type { Permission } from '../../accounts/staff/rules/roles.ts';

type Flag = 'apiEnabled' | 'webhooksEnabled';

interface Requirement {
  /** One of them is enough. The first is the one that a page names. */
  readonly permissions: readonly [Permission, ...Permission[]];
  readonly flag?: Flag;
}

const REQUIRED = {
  users: { permissions: ['user.manage'] },
  api_keys: { permissions: ['api_key.manage'], flag: 'apiEnabled' },
  /** Whatever the plan: a leaked key has to end. */
  revoke_keys: { permissions: ['api_key.manage'] },
  requests: { permissions: ['log.read', 'api_key.manage'], flag: 'apiEnabled' },
  webhooks: { permissions: ['webhook.manage'], flag: 'webhooksEnabled' },
  deliveries: { permissions: ['log.read', 'webhook.manage', 'delivery.resend'], flag: 'webhooksEnabled' },
  resend: { permissions: ['delivery.resend', 'webhook.manage'], flag: 'webhooksEnabled' },
} as const satisfies Readonly<Record<string, Requirement>>;

type Guarded = keyof typeof REQUIRED;
/** Who may use a route: everybody, whoever is logged in, or users with a permission, while the tenant's plan includes the feature. */
export type Access = 'public' | 'session' | Guarded;

/** What is missing for a route: the user's permission, the plan's feature, or both. */
export interface Missing {
  readonly access: Guarded;
  readonly permission: Permission | undefined;
  readonly flag: Flag | undefined;
}

/** Undefined when nothing is missing. */
export function missingFor({ user, tenant }: SessionOwner, access: Access): Missing | undefined {
  if (access === 'public' || access === 'session') return undefined;
  const { permissions, flag }: Requirement = REQUIRED[access];
  const permission = permissions.some((each) => user.permissions.includes(each)) ? undefined : permissions[0];
  const off = flag === undefined || tenant[flag] ? undefined : flag;
  return permission || off ? { access, permission, flag: off } : undefined;
}
