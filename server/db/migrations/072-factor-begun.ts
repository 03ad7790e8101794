import type { Step } from './migration.ts';

/** When the key of a second factor was made: for some minutes, its page shows the same one when it's loaded again. */
export const name = '072-factor-begun';

export const steps: readonly Step[] = ['user_second_factors', 'operator_second_factors'].map(
  (table) => `ALTER TABLE ${table} ADD COLUMN begun_at timestamptz(3) NOT NULL DEFAULT statement_timestamp()`,
);
