import { postgresAtRest } from '../bench-postgres.ts';
import type { Candidate } from '../workload.ts';
import type { LoadedRow } from './loaded-row.ts';

/** A server that looks a thousand keys up one by one takes up to a second for it. */
const LEAD_IN_SECONDS = 2;

/**
 * Before each round the same load, which doesn't count: while the other candidates had their rounds, what a server knows of a
 * thousand tenants has become too old.
 */
export const withLeadIn = (
  { database }: Pick<LoadedRow, 'database'>,
  { round, ...candidate }: Candidate,
): Candidate => ({
  ...candidate,
  round: async (seconds) => {
    await round(LEAD_IN_SECONDS);
    await postgresAtRest(database.url);
    return round(seconds);
  },
});
