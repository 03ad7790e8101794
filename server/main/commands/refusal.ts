import { StandbyError } from '../../db/connect/connection-check.ts';
import { OutcomeUnknownError } from '../../db/pool/outcome-unknown-error.ts';
import { isDatabaseUnavailable } from '../../db/pool/unavailable.ts';
import { isDatabaseError, messageWithoutValues } from '../../db/wire/errors.ts';

/** What the operator can do about the errors of PostgreSQL that don't say it themselves. */
const REMEDIES: Readonly<Record<string, string>> = {
  '25006': 'Run the command on the primary, or end the read-only mode.',
  '42501': 'Grant the right, or change the user in DATABASE_URL.',
  '53100': 'Free space on its disk.',
  '53300': 'Raise its connection limit, or end other connections.',
};

/** One sentence for a database that refuses a command's work, or undefined for any other error. */
export function refusalOf(error: unknown): string | undefined {
  const { code = '' } = error as { code?: string };
  if (isDatabaseError(error)) {
    if (code === '42P01') return 'The database has no tables yet. Run: tradepost migrate';
    if (!isDatabaseUnavailable(error)) return undefined;
    const remedy = REMEDIES[code] ?? 'Run the command again when that has passed.';
    return `PostgreSQL refuses it (${code}): ${messageWithoutValues(error)}. ${remedy}`;
  }
  if (code === 'ECONNREFUSED') return 'The database of DATABASE_URL cannot be reached anymore.';
  if (error instanceof OutcomeUnknownError)
    return `It isn't known whether it was done: ${error.message}. Look before you run the command again.`;
  if (error instanceof StandbyError) return 'No host of DATABASE_URL takes writes.';
  if (isDatabaseUnavailable(error))
    return `The database of DATABASE_URL doesn't answer anymore: ${(error as Error).message}.`;
  return undefined;
}
