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
  /** Counts by name. */
  readonly figures: Readonly<Record<string, number>>;
  /** One line each. Empty when all guarantees were kept. */
  readonly violations: readonly string[];
}

/** Compares what the clients and endpoints saw with the database. */
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
      'successful writes': history.entries.length,
      'events committed': evidence.events.length,
      'deliveries expected': owed(evidence).size,
      'arrivals at endpoints': endpointServer.journal.length,
      attempts: attempts.length,
      'attempts lost with their worker': attempts.filter((outcome) => outcome === 'lost').length,
      lost: missing.length,
      phantom: surplus.length,
      'accepted twice': twice.count,
      'longest lease, ms': longest,
      'times the machine froze': timeline.faults.filter(({ what }) => what.includes('machine froze')).length,
      'responses with status 500': harness.clients.reduce(
        (sum, { internalErrors }) => sum + internalErrors.size,
        0,
      ),
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
  missing > 0 ? `has no event, ${missing} times` : `has an event without a change, ${-missing} times`;

/** Every change must be in the database exactly as often as clients got a success response for it. */
function historyViolations(committed: readonly CommittedChange[], told: Map<string, number>): string[] {
  const violations: string[] = [];
  for (const change of committed) {
    const known = told.get(describeChange(change)) ?? 0;
    if (known !== change.times)
      violations.push(
        `${describeChange(change)} was committed ${change.times} times and confirmed ${known} times`,
      );
    told.delete(describeChange(change));
  }
  return [
    ...violations,
    ...[...told.keys()].map((line) => `${line} was confirmed but is not in the database`),
  ];
}

/** Leases that lasted too long, not counting the time in which no worker could have taken over. */
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
