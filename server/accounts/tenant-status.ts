/**
 * `suspended`: requests of the API get 403, the panel only reads, deliveries wait. `closed`: the same, keys and logins are refused,
 * and the tenant is deleted when its grace period ends. `deleting`: rows are going, and nothing brings the tenant back.
 */
export type TenantStatus = 'active' | 'suspended' | 'closed' | 'deleting';

export const CLOSED: readonly TenantStatus[] = ['closed', 'deleting'];
