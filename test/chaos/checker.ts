import { brokenLeases, longLeases, strays } from './audit-triggers.ts';
import { duplicates, type Evidence, logFaults, lost, owed, phantoms } from './delivery-checks.ts';
import type { Stage } from './harness.ts';
import { type Change, changes, events, mismatches, records } from './oracle.ts';
import { HANG_MARGIN_MS } from './timing.ts';

export interface Verdict {
  /** What was counted, by its name. */
  readonly figures: Readonly<Record<string, number>>;
  /** What must not be, each in a line. Empty when all promises were kept. */
  readonly faults: readonly string[];
}

/** Holds what the clients and consumers saw against what the database says. */
export async function judge(stage: Stage): Promise<Verdict> {
  const { database, consumer, ledger, timeline } = stage;
  const { url } = database;
  const evidence: Evidence = {
    events: await events(url),
    records: await records(url),
    journal: consumer.journal,
    subscribers: consumer.subscribers,
    timeline,
  };
  const committed = await changes(url);
  const twice = duplicates(evidence);
  const missing = lost(evidence);
  const surplus = phantoms(evidence);
  const { longest, hung } = await leases(stage);
  const attempts = evidence.records.flatMap(({ outcomes }) => outcomes);
  return {
    figures: {
      'writes answered with success': ledger.entries.length,
      'events committed': evidence.events.length,
      'deliveries owed': owed(evidence).size,
      'arrivals at consumers': consumer.journal.length,
      attempts: attempts.length,
      'attempts lost with their worker': attempts.filter((outcome) => outcome === 'lost').length,
      lost: missing.length,
      phantom: surplus.length,
      'accepted twice': twice.count,
      'longest lease, ms': longest,
      'times the machine stood still': timeline.faults.filter(({ what }) => what.includes('stood still'))
        .length,
      'answers of 500': stage.clients.reduce((sum, { internalErrors }) => sum + internalErrors.size, 0),
    },
    faults: [
      ...ledgerFaults(committed, ledger.counts()),
      ...(await mismatches(url)).map((change) => `${lineOf(change)} ${missingOrSurplus(change.times)}`),
      ...[...missing, ...surplus, ...twice.faults, ...logFaults(evidence), ...hung],
      ...(await strays(url)),
      ...(await brokenLeases(url)).map(
        ({ deliveryId, claimedBy, endedBy }) =>
          `no fence: the lease of ${claimedBy} on ${deliveryId} was ended by ${endedBy}`,
      ),
      ...ledger.faults.map((fault) => `client: ${fault}`),
    ],
  };
}

const lineOf = ({ tenantId, kind, id }: Omit<Change, 'times'>): string => `${tenantId} ${kind} ${id}`;

const missingOrSurplus = (missing: number): string =>
  missing > 0 ? `has no event, ${missing} times` : `has an event for nothing, ${-missing} times`;

/** What clients were told and what the database has: each as often as the other. */
function ledgerFaults(committed: readonly Change[], told: Map<string, number>): string[] {
  const faults: string[] = [];
  for (const change of committed) {
    const known = told.get(lineOf(change)) ?? 0;
    if (known !== change.times)
      faults.push(`${lineOf(change)} was done ${change.times} times and told ${known} times`);
    told.delete(lineOf(change));
  }
  return [...faults, ...[...told.keys()].map((line) => `${line} was told and is not there`)];
}

/** What was held for too long, apart from the time in which there was nobody who could have taken it over. */
async function leases({ database, timeline, options }: Stage): Promise<{ longest: number; hung: string[] }> {
  const limit = options.timing.leaseMs + HANG_MARGIN_MS;
  const net = (await longLeases(database.url, 0)).map((lease) => ({
    ...lease,
    lasted: Math.round(lease.until - lease.from - timeline.outageWithin(lease)),
  }));
  return {
    longest: net.reduce((longest, { lasted }) => Math.max(longest, lasted), 0),
    hung: net
      .filter(({ lasted }) => lasted > limit)
      .map(
        ({ deliveryId, claimedBy, lasted }) =>
          `hung: ${deliveryId}, claimed by ${claimedBy}, for ${lasted} ms`,
      ),
  };
}
