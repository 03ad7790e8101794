import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../db/pool/database.ts';
import { statement } from '../../db/sql/statement.ts';
import { advanceErasures } from './advance-erasures.ts';
import { beginErasure } from './begin-erasure.ts';
import { completeErasures } from './complete-erasures.ts';

/** An erasure as it's kept outside of the database. Ids and times only. */
export interface ListedErasure {
  readonly tenant_id: number;
  readonly customer_id: number;
  /** Of the customer: another one could have got the id in a history that was lost. */
  readonly customer_created_at: string;
  readonly erased_at: string;
}

const PAGE = 1000;
const list = statement(
  'list erasures',
  `SELECT e.tenant_id, e.id, e.customer_id, iso(c.created_at) AS customer_created_at, iso(e.created_at) AS erased_at
   FROM customer_erasures e JOIN customers c ON c.tenant_id = e.tenant_id AND c.id = e.customer_id
   WHERE (e.tenant_id, e.id) > (:after_tenant_id, :after_id) ORDER BY e.tenant_id, e.id LIMIT ${PAGE}`,
);
type Row = ListedErasure & { readonly id: number };

export async function listErasures(db: Database): Promise<ListedErasure[]> {
  const listed: ListedErasure[] = [];
  let last: Row | undefined;
  do {
    const values = { after_tenant_id: last?.tenant_id ?? 0, after_id: last?.id ?? 0 };
    const rows = await list<Row>(db, values);
    listed.push(...rows.map(({ id: _, ...erasure }) => erasure));
    last = rows.length < PAGE ? undefined : rows.at(-1);
  } while (last);
  return listed;
}

const findTwin = statement(
  'find customer of listed erasure',
  `SELECT c.id, EXISTS (SELECT FROM customer_erasures e WHERE e.tenant_id = c.tenant_id AND e.customer_id = c.id) AS erased
   FROM customers c WHERE c.tenant_id = :tenant_id AND c.id = :customer_id AND iso(c.created_at) = :customer_created_at`,
);

const countRunning = statement(
  'count running erasures',
  `SELECT count(*)::integer AS running FROM customer_erasures WHERE status = 'running'`,
);

export interface Replayed {
  /** Begun again. */
  readonly replayed: number;
  /** The database has them. */
  readonly known: number;
  /** It doesn't have the customers. */
  readonly missing: number;
  /** Not completed: a delivery is in flight, so a worker has to go on. */
  readonly running: number;
}

/** The low watermark passes within a millisecond, unless somebody writes. */
const PAUSE_MS = 100;
const TRIES = 5;

/** Begins what a restored database doesn't know, and works on it until a worker is needed or all is done. */
export async function replayErasures(db: Database, listed: readonly ListedErasure[]): Promise<Replayed> {
  const counts = { replayed: 0, known: 0, missing: 0 };
  for (const { erased_at: _, ...key } of listed) {
    const [customer] = await findTwin<{ readonly erased: boolean }>(db, key);
    const outcome = customer ? (customer.erased ? 'known' : 'replayed') : 'missing';
    counts[outcome] += 1;
    if (outcome === 'replayed') await db.transaction((tx) => beginErasure(tx, again(key)));
  }
  for (let idle = 0; idle < TRIES; ) {
    idle = (await advanceErasures(db, 0)) > 0 ? 0 : idle + 1;
    if (idle > 0) await wait(PAUSE_MS);
  }
  await completeErasures(db);
  return { ...counts, running: (await countRunning<{ running: number }>(db, {}))[0]!.running };
}

const again = ({ tenant_id, customer_id }: Pick<ListedErasure, 'tenant_id' | 'customer_id'>) => ({
  ...{ tenantId: tenant_id, customerId: customer_id },
  ...{ reason: 'Replayed after a restore', actor: 'operator', withOpenOrders: true },
});
