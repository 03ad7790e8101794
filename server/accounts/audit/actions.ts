export const AUDIT_ACTIONS = [
  'tenant.created',
  'tenant.updated',
  'tenant.suspended',
  'tenant.resumed',
  'tenant.closed',
  'tenant.reopened',
  'tenant.exported',
  'tenant.viewed',
  'api_key.created',
  'api_key.deactivated',
  'api_key.deleted',
  'endpoint.created',
  'endpoint.updated',
  'endpoint.activated',
  'endpoint.deactivated',
  'endpoint.deleted',
  'endpoint.tested',
  'secret.revealed',
  'secret.rotated',
  'delivery.resent',
  'order.shared',
  'problem.solved',
  'problem.reopened',
  'deliveries.held',
  'deliveries.released',
  'recovery.started',
  'recovery.stopped',
  'user.created',
  'user.deleted',
  'user.disabled',
  'user.enabled',
  'user.password_set',
  'user.permissions_set',
  'user.renamed',
  'user.email_set',
  'user.invited',
  'user.invitation_revoked',
  'user.password_link_created',
  'second_factor.enabled',
  'second_factor.removed',
  'second_factor.codes_renewed',
  'second_factor.required',
  'login.succeeded',
  'login.failed',
  'logout',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** How staff filter the audit. */
export const AUDIT_GROUPS = ['logins', 'users', 'keys', 'endpoints', 'deliveries'] as const;
export type AuditGroup = (typeof AUDIT_GROUPS)[number];

type FirstWord<A extends string> = A extends `${infer Word}.${string}` ? Word : A;

const GROUPS: Readonly<Record<FirstWord<AuditAction>, AuditGroup>> = {
  tenant: 'users',
  user: 'users',
  second_factor: 'users',
  login: 'logins',
  logout: 'logins',
  api_key: 'keys',
  endpoint: 'endpoints',
  secret: 'endpoints',
  delivery: 'deliveries',
  deliveries: 'deliveries',
  order: 'deliveries',
  problem: 'deliveries',
  recovery: 'deliveries',
};

export const groupOf = (action: AuditAction): AuditGroup =>
  GROUPS[action.split('.', 1)[0] as FirstWord<AuditAction>];
