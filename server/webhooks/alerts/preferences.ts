import type { Querier } from '../../db/querier.ts';
import { build, firstOf, runQuery } from '../../db/sql/query-builder.ts';
import type { EmailLocale } from './email/claim.ts';
import type { EmailKind } from './kinds.ts';

/** Which e-mails a user doesn't want, and in which language the others are. */
export interface AlertPreferences {
  readonly locale: EmailLocale;
  readonly muted: readonly EmailKind[];
}

/** Undefined as long as the user has chosen nothing: every e-mail is sent, in Portuguese. */
export function findPreferences(
  db: Querier,
  tenantId: number,
  userId: number,
): Promise<AlertPreferences | undefined> {
  const query = build('alert_preferences').where({ tenant_id: tenantId, user_id: userId });
  return firstOf<AlertPreferences>(db, query.select('locale', 'muted'));
}

export async function savePreferences(
  db: Querier,
  tenantId: number,
  userId: number,
  { locale, muted }: AlertPreferences,
): Promise<void> {
  const row = { tenant_id: tenantId, user_id: userId, locale, muted };
  await runQuery(db, build('alert_preferences').insert(row).onConflict(['tenant_id', 'user_id']).merge());
}
