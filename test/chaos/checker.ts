import { brokenLeases, longLeases, strays } from './audit-triggers.ts';
import { duplicates, type Evidence, logViolations, lost, owed, phantoms } from './delivery-checks.ts';
import type { Harness } from './harness.ts';
import {
  type CommittedChange,
  committedChanges,
  committedEvents,
  deliveryRecords,
  outboxMismatches,
} from './oracle.ts';
import { HANG_MARGIN_MS } from './timing.ts';

export interface CheckResult {
  /** What was counted, by its name. */
  readonly figures: Readonly<Record<string, number>>;
  /** What must not be, each in a line. Empty when all promises were kept. */
  readonly violations: readonly string[];
}

/** Holds what the clients and consumers saw against what the database says. */
export async function check(harness: Harness): Promise<CheckResult> {
  const { database, endpointServer, history, timeline } = harness;
  const { url } = database;
  const evidence: Evidence = {
    events: await committedEvents(url),
    records: await deliveryRecords(url),
    journal: endpointServer.journal,
    endpoints: endpointServer.endpoints,
    timeline,
  };
  const committed = await committedChanges(url);
  const twice = duplicates(evidence);
  const missing = lost(evidence);
  const surplus = phantoms(evidence);
  const { longest, hung } = await leases(harness);
  const attempts = evidence.records.flatMap(({ outcomes }) => outcomes);
  return {
    figures: {
      'writes answered with success': history.entries.length,
      'events committed': evidence.events.length,
      'deliveries owed': owed(evidence).size,
      'arrivals at consumers': endpointServer.journal.length,
      attempts: attempts.length,
      'attempts lost with their worker': attempts.filter((outcome) => outcome === 'lost').length,
      lost: missing.length,
      phantom: surplus.length,
      'accepted twice': twice.count,
      'longest lease, ms': longest,
      'times the machine stood still': timeline.faults.filter(({ what }) => what.includes('stood still'))
        .length,
      'answers of 500': harness.clients.reduce((sum, { internalErrors }) => sum + internalErrors.size, 0),
    },
    violations: [
      ...historyViolations(committed, history.counts()),
      ...(await outboxMismatches(url)).map(
        (change) => `${describeChange(change)} ${missingOrSurplus(change.times)}`,
      ),
      ...[...missing, ...surplus, ...twice.violations, ...logViolations(evidence), ...hung],
      ...(await strays(url)),
      ...(await brokenLeases(url)).map(
        ({ deliveryId, claimedBy, endedBy }) =>
          `no fence: the lease of ${claimedBy} on ${deliveryId} was ended by ${endedBy}`,
      ),
      ...history.violations.map((fault) => `client: ${fault}`),
    ],
  };
}

const describeChange = ({ tenantId, kind, id }: Omit<CommittedChange, 'times'>): string =>
  `${tenantId} ${kind} ${id}`;

const missingOrSurplus = (missing: number): string =>
  missing > 0 ? `has no event, ${missing} times` : `has an event for nothing, ${-missing} times`;

/** What clients were told and what the database has: each as often as the other. */
function historyViolations(committed: readonly CommittedChange[], told: Map<string, number>): string[] {
  const violations: string[] = [];
  for (const change of committed) {
    const known = told.get(describeChange(change)) ?? 0;
    if (known !== change.times)
      violations.push(`${describeChange(change)} was done ${change.times} times and told ${known} times`);
    told.delete(describeChange(change));
  }
  return [...violations, ...[...told.keys()].map((line) => `${line} was told and is not there`)];
}

/** What was held for too long, apart from the time in which there was nobody who could have taken it over. */
async function leases({
  database,
  timeline,
  options,
}: Harness): Promise<{ longest: number; hung: string[] }> {
  const limit = options.timing.leaseMs + HANG_MARGIN_MS;
  const net = (await longLeases(database.url, 0)).map((lease) => ({
    ...lease,
    lasted: Math.round(lease.until - lease.from - timeline.downtimeWithin(lease)),
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
