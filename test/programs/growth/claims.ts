import type { EventKind } from '../../../server/base/contract.ts';
import type { Database } from '../../../server/db/pool/database.ts';
import type { Context } from '../../../server/main/context.ts';
import { openWorkerDatabase } from '../../../server/main/roles/worker-database.ts';
import {
  type ClaimedDelivery,
  claimNextTenants,
  type Endpoint,
} from '../../../server/webhooks/queue/claim.ts';
import { completeAttempts } from '../../../server/webhooks/queue/complete.ts';
import { register } from '../../support/webhooks.ts';
import { median } from '../bench/statistics.ts';
import { quantile } from '../bench/webhooks/quantile.ts';
import type { Candidate, Defer } from '../bench/workload.ts';

const KIND: EventKind = 'product.deleted';
/** As many as a busy worker sends in some seconds. */
const DUE = 10_000;
/** A statement of the server's pool ends after 8 s. */
const EMITTED_AT_ONCE = 1_000;
/** What one claim takes, as a worker with room for it. */
export const CAPACITY = { maxDeliveries: 1000, endpointIds: [], allowances: [], defaultAllowance: 1000 };
const RESULT = {
  status: 'SUCCESS',
  outcome: 'accepted',
  detail: null,
  responseStatus: 204,
  responseHeaders: null,
  responseBody: '',
  durationMs: 1,
  retryInMs: null,
} as const;

type Claimed = ClaimedDelivery & { readonly endpoint: Endpoint };

export interface ToClaim {
  readonly name: string;
  readonly context: Context;
  /** Each of them gets an endpoint. */
  readonly tenantIds: readonly number[];
  /** How many are due in a round, of all tenants together. */
  readonly due?: number;
  readonly postgresCpuSeconds: () => number;
}

/** A round claims what is due. To emit and to complete it isn't measured. */
export async function claimCandidate(
  defer: Defer,
  { name, context, tenantIds, due = DUE, postgresCpuSeconds }: ToClaim,
): Promise<Candidate> {
  for (const tenantId of tenantIds) await register(context, tenantId, 'http://127.0.0.1:9/', [KIND]);
  const worker = openWorkerDatabase(context);
  defer(() => worker.close());
  return {
    name,
    async round() {
      const each = Math.max(1, Math.round(due / tenantIds.length));
      await emit(
        context,
        tenantIds.flatMap((tenantId) => Array<number>(each).fill(tenantId)),
      );
      const [cpuBefore, postgresBefore] = [process.cpuUsage(), postgresCpuSeconds()];
      const { deliveries, claimsMs } = await claimAll(worker);
      const postgresSeconds = postgresCpuSeconds() - postgresBefore;
      const { user, system } = process.cpuUsage(cpuBefore);
      for (let from = 0; from < deliveries.length; from += 500)
        await completeAttempts(worker, deliveries.slice(from, from + 500).map(accepted));
      if (deliveries.length !== each * tenantIds.length)
        throw new Error(`${deliveries.length} deliveries were claimed`);
      return {
        operations: deliveries.length,
        seconds: claimsMs.reduce((sum, ms) => sum + ms, 0) / 1000,
        cpuSeconds: (user + system) / 1e6,
        postgresCpuSeconds: postgresSeconds,
        p50Ms: median(claimsMs),
        p99Ms: quantile(claimsMs, 0.99),
      };
    },
  };
}

/** An event of each of these tenants. */
async function emit({ db }: Context, tenantIds: readonly number[]): Promise<void> {
  const text = `SELECT count(emit_event(t, '${KIND}', '{"product_id":1}')) FROM unnest($1::int[]) t`;
  for (let from = 0; from < tenantIds.length; from += EMITTED_AT_ONCE)
    await db.query(text, [tenantIds.slice(from, from + EMITTED_AT_ONCE)]);
}

/** Until a whole turn over the tenants finds nothing. */
async function claimAll(worker: Database): Promise<{ deliveries: Claimed[]; claimsMs: number[] }> {
  const deliveries: Claimed[] = [];
  const claimsMs: number[] = [];
  for (let after = 0, found = true; found || after !== 0; ) {
    if (after === 0) found = false;
    const startedAt = performance.now();
    const claim = await claimNextTenants(worker, after, CAPACITY);
    claimsMs.push(performance.now() - startedAt);
    deliveries.push(...claim.deliveries);
    found ||= claim.deliveries.length > 0;
    after = claim.lastTenantId;
  }
  return { deliveries, claimsMs };
}

/** A result of the delivery. */
export const accepted = (delivery: Claimed) => ({ delivery, result: RESULT });
