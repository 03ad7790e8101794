import type { Transactional } from '../db/pool/database.ts';
import { statement } from '../db/sql/statement.ts';
import { beginEpochIfRestored } from './begin-epoch.ts';

/**
 * A client that sees the old epoch for a moment longer keeps it with what it reads, and hears of the new one the next time. So it
 * costs nothing to ask often.
 */
const CACHE_MS = 1_000;

const findEpoch = statement(
  'find data epoch',
  'SELECT id, identity = cluster_identity() AS current FROM feed_epochs ORDER BY number DESC LIMIT 1',
);
interface FoundEpoch {
  readonly id: string;
  /** Whether it is that of this server and timeline. */
  readonly current: boolean;
}

/** Which history the database continues, for clients that sync by time of change: the newest epoch of the feed. */
export class DataEpoch {
  readonly #db: Transactional;
  readonly #monotonicMs: () => number;
  #read: { readonly id: Promise<string>; readonly atMs: number } | undefined;

  constructor(db: Transactional, monotonicMs: () => number) {
    this.#db = db;
    this.#monotonicMs = monotonicMs;
  }

  /** The same for all tenants, and not a tenant's use of the database. */
  current(): Promise<string> {
    const now = this.#monotonicMs();
    if (this.#read && now - this.#read.atMs < CACHE_MS) return this.#read.id;
    const read = { id: readDataEpoch(this.#db), atMs: now };
    this.#read = read;
    read.id.catch(() => {
      if (this.#read === read) this.#read = undefined;
    });
    return read.id;
  }
}

async function readDataEpoch(db: Transactional): Promise<string> {
  const [newest] = await findEpoch<FoundEpoch>(db, {});
  if (newest?.current) return newest.id;
  return db.transaction(async (tx) => {
    await beginEpochIfRestored(tx);
    return (await findEpoch<FoundEpoch>(tx, {}))[0]!.id;
  });
}
