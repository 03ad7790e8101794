import type { Querier, Statement } from '../../db/querier.ts';
import {
  claimNextTenantsStatement,
  claimTenantsStatement,
  MAX_TENANTS_PER_CLAIM,
} from './claim-statements.ts';

/** An endpoint as the claim found it: where its deliveries go, and what they are signed with. */
export interface Endpoint {
  readonly tenantId: number;
  readonly id: number;
  readonly url: string;
  /** Sealed, in base64. */
  readonly secret: string;
  /** The secret before it was rotated, while the two overlap. */
  readonly previousSecret: string | null;
}

/** A delivery that this worker holds until its lease ends, with all that is needed to send it. */
export interface ClaimedDelivery {
  readonly id: string;
  /** One for all that a claim took, and no other claim's: of a delivery, each lease has its own. */
  readonly leaseToken: string;
  /** The number of the attempt that the claim began, over all rounds. */
  readonly attempt: number;
  /** The same within the present round, which a resend begins anew. */
  readonly attemptOfRound: number;
  /** How long ago the event was written, in ms. */
  readonly ageMs: number;
  readonly eventId: string;
  readonly kind: string;
  readonly body: string;
  readonly test: boolean;
  readonly endpoint: Endpoint;
}

/** What there is room for: at most so many, of these endpoints so many each, of others as of a stranger. */
export interface Capacity {
  readonly maxDeliveries: number;
  readonly endpointIds: readonly number[];
  readonly allowances: readonly number[];
  readonly defaultAllowance: number;
}

export interface ClaimResult {
  readonly deliveries: readonly ClaimedDelivery[];
  /** The last tenant whose turn it was, to go on from; 0 when the round came to the end of them. */
  readonly lastTenantId: number;
}

interface ClaimHead {
  readonly turns: number;
  readonly last: number | null;
  readonly token: string;
  readonly endpoints: readonly Endpoint[] | null;
}

interface ClaimRow extends Omit<ClaimedDelivery, 'token' | 'endpoint'> {
  readonly head: string | null;
  readonly endpointId: number;
}

async function runClaim(db: Querier, which: Statement, first: unknown, room: Capacity): Promise<ClaimResult> {
  const { maxDeliveries, endpointIds, allowances, defaultAllowance } = room;
  const [top, ...rows] = await db.query<ClaimRow>(which, [
    first,
    maxDeliveries,
    endpointIds,
    allowances,
    defaultAllowance,
  ]);
  const head = JSON.parse(top!.head!) as ClaimHead;
  return {
    deliveries: toDeliveries(head, rows),
    lastTenantId: head.turns < MAX_TENANTS_PER_CLAIM ? 0 : head.last!,
  };
}

function toDeliveries({ token, endpoints }: ClaimHead, rows: readonly ClaimRow[]): ClaimedDelivery[] {
  const known = new Map(endpoints?.map((endpoint) => [endpoint.id, endpoint]));
  return rows.map(({ id, endpointId, attempt, attemptOfRound, ageMs, eventId, kind, body, test }) => {
    const endpoint = known.get(endpointId)!;
    // Named one by one: what is read from a spread copy of pg's row is read slowly, at each step of the delivery.
    return { id, leaseToken: token, attempt, attemptOfRound, ageMs, eventId, kind, body, test, endpoint };
  });
}

/** Claims what is due of the next tenants whose turn it is after `upTo`. */
export const claimNextTenants = (db: Querier, upTo: number, room: Capacity): Promise<ClaimResult> =>
  runClaim(db, claimNextTenantsStatement, upTo, room);

/** Claims what is due of these tenants. */
export const claimTenants = (db: Querier, tenants: readonly number[], room: Capacity): Promise<ClaimResult> =>
  runClaim(db, claimTenantsStatement, tenants, room);
