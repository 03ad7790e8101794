import type { Step } from './migration.ts';

/** An alert about an endpoint that gets its events late. Added as NOT VALID and checked apart, so that no watcher waits. */
export const name = '061-late-endpoints';

export const steps: readonly Step[] = [
  `ALTER TABLE alerts DROP CONSTRAINT alerts_kind_check, ADD CONSTRAINT alerts_kinds CHECK (kind IN (
     'endpoint_failing', 'endpoint_deactivation_due', 'endpoint_deactivated', 'endpoint_late', 'api_key_expiring')) NOT VALID`,
  'ALTER TABLE alerts VALIDATE CONSTRAINT alerts_kinds',
];
