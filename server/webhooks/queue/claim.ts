import type { Querier } from '../../db/querier.ts';
import { isDistributed } from '../../db/sql/is-distributed.ts';
import {
  claimFromGivenTenants,
  claimFromNextTenants,
  claimFromOneTenant,
  findQueuedTenants,
  MAX_TENANTS_PER_CLAIM,
  QUEUED_PER_LOOK,
} from './claim-statements.ts';
import { TENANTS_ONE_BY_ONE } from './reach.ts';
import { MAX_CLAIM_BYTES } from './rules/claim-limit.ts';

/** A webhook endpoint as the claim found it: where its deliveries go and how they are signed. */
export interface Endpoint {
  readonly tenantId: number;
  readonly id: number;
  readonly url: string;
  /** Encrypted, in base64. */
  readonly secret: string;
  /** The secret before its rotation, while both sign. */
  readonly previousSecret: string | null;
  /** The tenant's own headers, encrypted, in base64. */
  readonly headers: string | null;
  /** It has never answered 2xx at this URL. */
  readonly isUntried: boolean;
  /** That, or it was sent to and hasn't answered 2xx for five minutes. */
  readonly isSilent: boolean;
}

/** A delivery that this worker holds until its lease ends, with everything needed to send it. */
export interface ClaimedDelivery {
  readonly id: string;
  /** Shared by the deliveries of one claim. No two leases on the same delivery have the same token. */
  readonly leaseToken: string;
  /** The number of the attempt that the claim started, counted over all rounds. */
  readonly attempt: number;
  /** The same within the current round. A resend starts a new round. */
  readonly attemptOfRound: number;
  /** How long ago the event was written, in ms. */
  readonly ageMs: number;
  /** For how long it had been due when it was claimed, in ms. */
  readonly waitedMs: number;
  readonly eventId: string;
  readonly kind: string;
  readonly body: string;
  readonly test: boolean;
  /** Of the request that caused the event; null if a job or a command did. */
  readonly requestId: string | null;
  /** Of that request's trace; null if it wasn't traced. */
  readonly traceparent: string | null;
  readonly endpoint: Endpoint;
}

/** What it takes to give a delivery back. */
export type LeasedDelivery = Pick<ClaimedDelivery, 'id' | 'leaseToken' | 'endpoint'>;

/** How much a worker can take on. */
export interface Capacity {
  readonly maxDeliveries: number;
  /** MAX_CLAIM_BYTES unless said otherwise. The first delivery may have more. */
  readonly maxBytes?: number;
  /** Endpoints that the worker knows, and at the same index in `allowances` how many deliveries it may take for each. */
  readonly endpointIds: readonly number[];
  readonly allowances: readonly number[];
  /** The allowance of each other endpoint. */
  readonly defaultAllowance: number;
}

export interface ClaimResult {
  readonly deliveries: readonly ClaimedDelivery[];
  /** They were claimed, too, and are too large to be held beside the others. */
  readonly tooLarge: readonly LeasedDelivery[];
  /** The time by the database's clock, if it was asked. */
  readonly nowMs: number | undefined;
  /** The tenant after which the next claim continues; 0 when this one reached the last tenant. */
  readonly lastTenantId: number;
}

interface ClaimSummary {
  readonly tenantCount: number;
  readonly lastTenantId: number | null;
  readonly leaseToken: string;
  readonly nowMs: number;
  readonly endpoints: readonly Endpoint[] | null;
}

interface ClaimRow extends Omit<ClaimedDelivery, 'leaseToken' | 'endpoint' | 'body'> {
  readonly body: string | null;
  /** JSON in the first row, null in all others. */
  readonly summary: string | null;
  readonly endpointId: number;
}

/** Claims due deliveries of the next tenants in turn, beginning after `afterTenantId`. */
export async function claimNextTenants(
  db: Querier,
  afterTenantId: number,
  capacity: Capacity,
): Promise<ClaimResult> {
  if (await isDistributed(db)) return claimInTurn(db, afterTenantId, capacity);
  const values = { after_tenant_id: afterTenantId, ...capacityValues(capacity) };
  return toResult(await claimFromNextTenants<ClaimRow>(db, values));
}

/** Claims due deliveries of these tenants. */
export async function claimTenants(
  db: Querier,
  tenantIds: readonly number[],
  capacity: Capacity,
): Promise<ClaimResult> {
  if (await isDistributed(db)) return claimOneByOne(db, tenantIds, capacity);
  const values = { tenant_ids: tenantIds, ...capacityValues(capacity) };
  return toResult(await claimFromGivenTenants<ClaimRow>(db, values));
}

/** The next tenants of all machines. One that has much waiting fills the look, and the next claim continues after it. */
async function claimInTurn(db: Querier, afterTenantId: number, capacity: Capacity): Promise<ClaimResult> {
  const queued = await findQueuedTenants<{ tenant_id: number; queued: number }>(db, {
    after_tenant_id: afterTenantId,
  });
  const tenantIds = queued.slice(0, TENANTS_ONE_BY_ONE).map(({ tenant_id }) => tenant_id);
  const isLast =
    tenantIds.length === queued.length && queued.reduce((sum, row) => sum + row.queued, 0) < QUEUED_PER_LOOK;
  const result = await claimOneByOne(db, tenantIds, capacity);
  return { ...result, lastTenantId: isLast ? 0 : tenantIds.at(-1)! };
}

/**
 * Each gets the same share. What one doesn't use, the next claim gives to the others. If one fails, what those before it have claimed is sent
 * all the same: nobody else would before their leases run out.
 */
async function claimOneByOne(
  db: Querier,
  tenantIds: readonly number[],
  { maxDeliveries, maxBytes = MAX_CLAIM_BYTES, ...capacity }: Capacity,
): Promise<ClaimResult> {
  const share = {
    ...capacity,
    maxDeliveries: Math.ceil(maxDeliveries / tenantIds.length),
    maxBytes: Math.ceil(maxBytes / tenantIds.length),
  };
  const results: ClaimResult[] = [];
  try {
    for (const tenant_id of tenantIds)
      results.push(toResult(await claimFromOneTenant<ClaimRow>(db, { tenant_id, ...capacityValues(share) })));
  } catch (error) {
    if (results.length === 0) throw error;
  }
  return {
    deliveries: results.flatMap(({ deliveries }) => deliveries),
    tooLarge: results.flatMap(({ tooLarge }) => tooLarge),
    nowMs: results.at(-1)?.nowMs,
    lastTenantId: 0,
  };
}

const capacityValues = ({ maxBytes = MAX_CLAIM_BYTES, ...capacity }: Capacity) => ({
  max_deliveries: capacity.maxDeliveries,
  max_bytes: maxBytes,
  endpoint_ids: capacity.endpointIds,
  allowances: capacity.allowances,
  default_allowance: capacity.defaultAllowance,
});

function toResult([first, ...rows]: readonly ClaimRow[]): ClaimResult {
  const summary = JSON.parse(first!.summary!) as ClaimSummary;
  return {
    ...toDeliveries(summary, rows),
    nowMs: summary.nowMs,
    lastTenantId: summary.tenantCount < MAX_TENANTS_PER_CLAIM ? 0 : summary.lastTenantId!,
  };
}

function toDeliveries(
  { leaseToken, endpoints }: ClaimSummary,
  rows: readonly ClaimRow[],
): Pick<ClaimResult, 'deliveries' | 'tooLarge'> {
  const byId = new Map(endpoints?.map((endpoint) => [endpoint.id, endpoint]));
  const deliveries: ClaimedDelivery[] = [];
  const tooLarge: LeasedDelivery[] = [];
  for (const row of rows) {
    const endpoint = byId.get(row.endpointId)!;
    if (row.body === null) tooLarge.push({ id: row.id, leaseToken, endpoint });
    else
      deliveries.push({
        // Field by field: V8 reads a spread copy of pg's row slowly, and each step of the delivery reads this object.
        id: row.id,
        leaseToken,
        attempt: row.attempt,
        attemptOfRound: row.attemptOfRound,
        ageMs: row.ageMs,
        waitedMs: row.waitedMs,
        eventId: row.eventId,
        kind: row.kind,
        body: row.body,
        test: row.test,
        requestId: row.requestId,
        traceparent: row.traceparent,
        endpoint,
      });
  }
  return { deliveries, tooLarge };
}
