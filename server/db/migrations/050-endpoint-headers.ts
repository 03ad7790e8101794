import type { Step } from './migration.ts';

/** Headers that a tenant has sent with each delivery, those of responses, and endpoints that are gone by their own word. */
export const name = '050-endpoint-headers';

/** The values are encrypted, the names aren't. Added as NOT VALID and checked apart, so that no delivery waits. */
export const steps: readonly Step[] = [
  "ALTER TABLE webhook_registrations ADD headers bytea, ADD header_names text[] NOT NULL DEFAULT '{}'",
  'ALTER TABLE webhook_attempts ADD response_headers text',
  `ALTER TABLE webhook_registrations DROP CONSTRAINT webhook_registrations_inactive_reason_check,
     ADD CONSTRAINT webhook_registrations_inactive_reasons CHECK (inactive_reason IN ('staff', 'failing', 'gone')) NOT VALID`,
  'ALTER TABLE webhook_registrations VALIDATE CONSTRAINT webhook_registrations_inactive_reasons',
];
