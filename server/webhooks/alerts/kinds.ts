import type { Permission } from '../../accounts/staff/rules/roles.ts';

/** The states of one endpoint that an alert can be about, of which it's in one at most. */
export const ENDPOINT_ALERTS = [
  'endpoint_failing',
  'endpoint_deactivation_due',
  'endpoint_deactivated',
  'endpoint_late',
] as const;
export const ALERT_KINDS = [...ENDPOINT_ALERTS, 'api_key_expiring', 'storage_full'] as const;
/** SQL for those that are about something else, whose ids may be those of endpoints. */
export const NOT_OF_ENDPOINTS = `('api_key_expiring', 'storage_full')`;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** What a user can be told by e-mail, each of which can be turned off. */
export const EMAIL_KINDS = [
  ...ENDPOINT_ALERTS,
  'endpoint_recovered',
  'api_key_expiring',
  'storage_full',
] as const;
export type EmailKind = (typeof EMAIL_KINDS)[number];

/** Why an alert is closed. Only `recovered` is news to staff: the others they did themselves, or an alert says more. */
export type Resolution =
  /** The endpoint has accepted deliveries again, or has got them in time, for some minutes. */
  | 'recovered'
  /** The endpoint's state changed, and another alert says so. */
  | 'superseded'
  /** Staff deactivated the endpoint or the key. */
  | 'deactivated'
  | 'deleted'
  /** The key has expired. */
  | 'expired'
  /** The tenant's plan doesn't include the feature anymore. */
  | 'not_in_plan';

/** Who sees an alert and gets its e-mails. Whoever manages the integration's keys can have it keep less. */
export const permissionOf = (kind: AlertKind | EmailKind): Permission =>
  kind === 'api_key_expiring' || kind === 'storage_full' ? 'api_key.manage' : 'webhook.manage';

/** The kinds that a user with these permissions sees. */
export const visibleKinds = (permissions: readonly string[]): AlertKind[] =>
  ALERT_KINDS.filter((kind) => permissions.includes(permissionOf(kind)));
