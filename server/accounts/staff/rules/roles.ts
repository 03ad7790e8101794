/**
 * What a user of the panel may do. `webhook.manage` includes what `delivery.resend` allows; both it and `api_key.manage` include
 * their part of `log.read`, the deliveries and the refused requests.
 */
export const PERMISSIONS = [
  'api_key.manage',
  'webhook.manage',
  'user.manage',
  'delivery.resend',
  'log.read',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** A role is nothing but its permissions: a user who has exactly these has the role. */
export const ROLES = {
  owner: PERMISSIONS,
  developer: ['api_key.manage', 'webhook.manage'],
  support: ['delivery.resend', 'log.read'],
  viewer: ['log.read'],
} as const satisfies Readonly<Record<string, readonly Permission[]>>;
export type Role = keyof typeof ROLES;

export const ROLE_NAMES = Object.keys(ROLES) as Role[];
export const isRole = (name: string): name is Role => Object.hasOwn(ROLES, name);

/** `custom` for permissions that an operator chose one by one. */
export const roleOf = (permissions: readonly string[]): Role | 'custom' =>
  ROLE_NAMES.find((role) => sameSet(ROLES[role], permissions)) ?? 'custom';

export const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((value) => b.includes(value));

/** Nobody grants what they haven't got, and nobody changes who has more. Who manages both keys and webhooks has the rest, too. */
export function covers(own: readonly Permission[], others: readonly Permission[]): boolean {
  const includesRest = ROLES.developer.every((each) => own.includes(each));
  const all = includesRest ? [...own, ...ROLES.support] : own;
  return others.every((each) => all.includes(each));
}
