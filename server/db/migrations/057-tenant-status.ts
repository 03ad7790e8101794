import type { Step } from './migration.ts';

/** A tenant may be suspended, closed for a time in which that can be undone, and deleted. */
export const name = '057-tenant-status';

export const steps: readonly Step[] = [
  `ALTER TABLE tenants ADD status text NOT NULL DEFAULT 'active', ADD suspended_at timestamptz(3), ADD suspension_reason text,
     ADD closed_at timestamptz(3), ADD closing_reason text, ADD delete_after timestamptz(3)`,
  `ALTER TABLE tenants ADD CONSTRAINT tenants_status CHECK (status IN ('active', 'suspended', 'closed', 'deleting')) NOT VALID`,
  'ALTER TABLE tenants VALIDATE CONSTRAINT tenants_status',
];
