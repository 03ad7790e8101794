import type { Querier, Statement } from '../../db/querier.ts';
import { claimInTurn, claimNamed, TENANTS_AT_ONCE } from './claim-statements.ts';

/** A registration as the claim found it: where its deliveries go, and what they are signed with. */
export interface Destination {
  readonly tenantId: number;
  readonly id: number;
  readonly url: string;
  /** Sealed, in base64. */
  readonly secret: string;
  /** The secret before it was rotated, while the two overlap. */
  readonly previousSecret: string | null;
}

/** A delivery that this worker holds until its lease ends, with all that is needed to send it. */
export interface Claimed {
  readonly id: string;
  /** One for all that a claim took, and no other claim's: of a delivery, each lease has its own. */
  readonly token: string;
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
  readonly registration: Destination;
}

/** What there is room for: at most so many, of these registrations so many each, of others as of a stranger. */
export interface Room {
  readonly most: number;
  readonly registrations: readonly number[];
  readonly allowances: readonly number[];
  readonly ofStranger: number;
}

export interface ClaimRound {
  readonly claimed: readonly Claimed[];
  /** The last tenant whose turn it was, to go on from; 0 when the round came to the end of them. */
  readonly upTo: number;
}

interface Head {
  readonly turns: number;
  readonly last: number | null;
  readonly token: string;
  readonly registrations: readonly Destination[] | null;
}

interface Row extends Omit<Claimed, 'token' | 'registration'> {
  readonly head: string | null;
  readonly registrationId: number;
}

async function run(db: Querier, which: Statement, first: unknown, room: Room): Promise<ClaimRound> {
  const { most, registrations, allowances, ofStranger } = room;
  const [top, ...rows] = await db.query<Row>(which, [first, most, registrations, allowances, ofStranger]);
  const head = JSON.parse(top!.head!) as Head;
  return { claimed: claimedOf(head, rows), upTo: head.turns < TENANTS_AT_ONCE ? 0 : head.last! };
}

function claimedOf({ token, registrations }: Head, rows: readonly Row[]): Claimed[] {
  const known = new Map(registrations?.map((registration) => [registration.id, registration]));
  return rows.map(({ id, registrationId, attempt, attemptOfRound, ageMs, eventId, kind, body, test }) => {
    const registration = known.get(registrationId)!;
    // Named one by one: what is read from a spread copy of pg's row is read slowly, at each step of the delivery.
    return { id, token, attempt, attemptOfRound, ageMs, eventId, kind, body, test, registration };
  });
}

/** Claims what is due of the next tenants whose turn it is after `upTo`. */
export const claimNext = (db: Querier, upTo: number, room: Room): Promise<ClaimRound> =>
  run(db, claimInTurn, upTo, room);

/** Claims what is due of these tenants. */
export const claimOf = (db: Querier, tenants: readonly number[], room: Room): Promise<ClaimRound> =>
  run(db, claimNamed, tenants, room);
