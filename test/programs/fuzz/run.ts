import fc from 'fast-check';
import pg from 'pg';
import { readConfig } from '../../../server/main/config.ts';
import { type Context, createContext } from '../../../server/main/context.ts';
import { Findings, signatureOf } from './findings.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import { MemoryWatch } from './memory-watch.ts';
import { anyRequest } from './request-arbitrary.ts';
import type { RoundTrip } from './round-trip.ts';
import { seedRows } from './seed-rows.ts';
import { Service } from './service.ts';
import { Session } from './session.ts';
import { Statistics } from './statistics.ts';
import { makeTenant } from './tenant.ts';
import { startWriteLog } from './write-log.ts';

/** Longer lists make every request slow, so the following requests use a new tenant. */
const REQUESTS_PER_TENANT = 500;
/** Each lane has its own tenants and one request at a time, so that each write belongs to one request. */
const LANES = 6;
/** The most requests that are sent to find the smallest failing one. */
const MOST_SHRINKS = 300;

export interface FuzzOptions {
  readonly databaseUrl: string;
  /** With each of the seeds. */
  readonly runs: number;
  readonly seeds: readonly number[];
  readonly progress?: (sent: number) => void;
}

export interface FuzzResult {
  readonly findings: Findings;
  readonly statistics: Statistics;
  readonly memory: MemoryWatch;
}

/** Starts a service on a migrated, empty database and sends it generated requests. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const pool = new pg.Pool({ connectionString: options.databaseUrl, max: LANES });
  // Durability doesn't matter here, and waiting for the disk takes most of a write's time.
  const name = new URL(options.databaseUrl).pathname.slice(1);
  await pool.query(`ALTER DATABASE ${pg.escapeIdentifier(name)} SET synchronous_commit = off`);
  await startWriteLog(pool);
  const { databaseUrl } = options;
  const context = createContext(readConfig({ LOG_LEVEL: 'silent', NODE_ENV: 'test' }), {
    databaseUrl,
    secretKey: 'fuzz'.repeat(16),
  });
  const service = await Service.start(databaseUrl);
  try {
    return await new FuzzRun(options, service, context, pool).run();
  } finally {
    await service.stop();
    await context.close();
    await pool.end();
  }
}

class FuzzRun {
  readonly #options: FuzzOptions;
  readonly #service: Service;
  readonly #context: Context;
  readonly #pool: pg.Pool;
  readonly #findings = new Findings();
  readonly #statistics = new Statistics();
  readonly #memory: MemoryWatch;

  constructor(options: FuzzOptions, service: Service, context: Context, pool: pg.Pool) {
    this.#options = options;
    this.#service = service;
    this.#context = context;
    this.#pool = pool;
    this.#memory = new MemoryWatch(service, options.runs * options.seeds.length);
  }

  async run(): Promise<FuzzResult> {
    const { runs, seeds } = this.#options;
    const parts = Array.from({ length: Math.ceil(runs / REQUESTS_PER_TENANT) }, (_, part) => part);
    const waiting = seeds.flatMap((seed) => parts.map((part) => ({ seed, part })));
    const lane = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await this.#part(next.seed, next.part);
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    await this.#memory.end();
    return { findings: this.#findings, statistics: this.#statistics, memory: this.#memory };
  }

  /** A part of the run, with its own tenant. */
  async #part(seed: number, part: number): Promise<void> {
    const [tenant, stranger] = [await this.#tenant(), await this.#tenant()];
    const session = new Session(this.#service, tenant, stranger);
    let left = Math.min(REQUESTS_PER_TENANT, this.#options.runs - part * REQUESTS_PER_TENANT);
    for (let round = 0; left > 0 && this.#service.isAlive; round += 1)
      left -= await this.#round(session, left, seed + part * 1_000 + round);
  }

  async #tenant() {
    const tenant = await makeTenant(this.#context.db, this.#pool);
    await seedRows(this.#service, tenant);
    return tenant;
  }

  /** Sends requests until the first new finding, at most `count`. Returns how many were sent. */
  async #round(session: Session, count: number, seed: number): Promise<number> {
    const search = new Search(this.#findings);
    const property = fc.asyncProperty(anyRequest, async (request: FuzzRequest) => {
      if (search.isOver) return;
      const roundTrip = await session.exchange(request);
      if (!search.isShrinking) await this.#note(roundTrip);
      search.judge(roundTrip);
    });
    const details = await fc.check(property, { numRuns: count, seed });
    if (search.smallest) this.#add(search, `fast-check seed ${seed}, path ${details.counterexamplePath}`);
    return details.failed ? details.numRuns : count;
  }

  #add({ signature, smallest }: Search, where: string): void {
    const id = smallest!.at(-1)!.response?.headers.get('X-Request-Id');
    this.#findings.add(signature!, smallest!, where, id ? this.#service.logOf(id) : undefined);
  }

  async #note(roundTrip: readonly RoundTrip[]): Promise<void> {
    for (const each of roundTrip) this.#statistics.note(each);
    const { sent } = this.#statistics;
    this.#options.progress?.(sent);
    await this.#memory.after(sent);
  }
}

/** Searches for the smallest request that shows a finding: fast-check shrinks it as long as it fails. */
class Search {
  signature: string | undefined;
  smallest: readonly RoundTrip[] | undefined;
  readonly #known: Findings;
  #tries = 0;

  constructor(known: Findings) {
    this.#known = known;
  }

  /** Requests that are sent while shrinking don't count for the run. */
  get isShrinking(): boolean {
    return this.signature !== undefined;
  }

  get isOver(): boolean {
    return this.#tries > MOST_SHRINKS;
  }

  /** Throws for a new finding, and then for the same finding in a smaller request. */
  judge(roundTrip: readonly RoundTrip[]): void {
    if (this.signature !== undefined) this.#tries += 1;
    if (roundTrip.every(({ violations }) => violations.length === 0)) return;
    const signature = signatureOf(roundTrip);
    if (this.signature === undefined && this.#known.isKnown(signature, roundTrip[0]!.request)) return;
    this.signature ??= signature;
    if (signature !== this.signature) return;
    this.smallest = roundTrip;
    throw new Error(signature);
  }
}
