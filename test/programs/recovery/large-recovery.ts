import type pg from 'pg';
import { OPERATOR } from '../../../server/accounts/audit/actor.ts';
import type { Transactional } from '../../../server/db/pool/database.ts';
import type { EndpointKey } from '../../../server/webhooks/endpoint-key.ts';
import { findRecovery, type Recovery } from '../../../server/webhooks/recovery/recovery.ts';
import { startRecovery, stopRecovery } from '../../../server/webhooks/recovery/start-recovery.ts';
import { advance, backendBytes, Usage } from './advancer.ts';

const ALWAYS = { from: '2001-01-01T00:00:00Z', until: '2101-01-01T00:00:00Z' };
const FILL_ROWS = 250_000;
/** Deliveries per batch; see recovery/advance-recoveries.ts. */
const BATCH_SIZE = 500;
const WATCH_INTERVAL_MS = 100;

export interface LargeRecovery {
  readonly db: Transactional;
  /** Its connections end no statement. */
  readonly client: pg.Client;
  readonly databaseUrl: string;
  readonly key: EndpointKey;
  readonly events: number;
  /** One of so many is of the kind that the endpoint subscribes to. */
  readonly wantedEvery: number;
  readonly log: (line: string) => void;
}

export interface LargeRecoveryResult {
  readonly wanted: number;
  /** What each recovery has put into the queue: the stopped one, and the one that finished. */
  readonly stopped: Recovery;
  /** The same, read again after the process had been running on. */
  readonly stoppedLater: Recovery;
  readonly done: Recovery;
  readonly deliveries: number;
  readonly queued: number;
  readonly usage: Usage;
  readonly seconds: number;
  readonly backendBytes: number | undefined;
}

/** Events that an endpoint has missed in the last 60 days, four a second, in random order of their ids. */
export async function fillEvents({ client, key, events, wantedEvery, log }: LargeRecovery): Promise<void> {
  for (let from = 1; from <= events; from += FILL_ROWS) {
    await client.query(
      `INSERT INTO events (tenant_id, kind, body, occurred_at)
       SELECT $1, CASE WHEN n % ${wantedEvery} = 0 THEN 'product.created' ELSE 'order.created' END, repeat('x', 200),
         date_trunc('day', now() - interval '60 days') + n * interval '250 ms' FROM generate_series($2::int, $3::int) n`,
      [key.tenantId, from, Math.min(events, from + FILL_ROWS - 1)],
    );
    log(`${Math.min(events, from + FILL_ROWS - 1)} of ${events} events`);
  }
  await client.query('VACUUM ANALYZE events');
}

/**
 * Recovers them: the process that advances the recovery is killed after a quarter, staff stop it after half, and a second
 * recovery of the same range sends the rest.
 */
export async function recoverAll(run: LargeRecovery): Promise<LargeRecoveryResult> {
  const { db, key, databaseUrl, events, wantedEvery, log } = run;
  const wanted = Math.floor(events / wantedEvery);
  const quarter = Math.max(1, Math.floor(wanted / BATCH_SIZE / 4));
  const usage = new Usage();
  const watched = watchBackends(run);
  const startMs = performance.now();
  const first = (await startRecovery(db, OPERATOR, key, ALWAYS))!;
  await advance(databaseUrl, usage, quarter);
  log(`killed at ${JSON.stringify(await findRecovery(db, key, first.id))}`);
  await advance(databaseUrl, usage, quarter);
  await stopRecovery(db, OPERATOR, key, first.id);
  const stopped = (await findRecovery(db, key, first.id))!;
  log(`stopped at ${JSON.stringify(stopped)}`);
  await advance(databaseUrl, usage);
  const stoppedLater = (await findRecovery(db, key, first.id))!;
  const second = (await startRecovery(db, OPERATOR, key, ALWAYS))!;
  await advance(databaseUrl, usage);
  const seconds = (performance.now() - startMs) / 1000;
  const done = (await findRecovery(db, key, second.id))!;
  log(`done: ${JSON.stringify(done)}`);
  return {
    wanted,
    stopped,
    stoppedLater,
    done,
    deliveries: await count(
      run.client,
      'SELECT count(DISTINCT event_id)::int AS count FROM webhook_deliveries',
    ),
    queued: await count(run.client, 'SELECT count(*)::int AS count FROM webhook_queue'),
    usage,
    seconds,
    backendBytes: await watched(),
  };
}

const count = async (client: pg.Client, sql: string): Promise<number> =>
  (await client.query<{ count: number }>(sql)).rows[0]!.count;

/** Looks at the memory of the database's processes now and then. Returns a function that ends it and returns the most. */
function watchBackends({ db }: LargeRecovery): () => Promise<number | undefined> {
  const seen: number[] = [];
  const look = async (): Promise<void> => {
    const rows = await db.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      [],
    );
    const bytes = await backendBytes(rows.map(({ pid }) => pid));
    if (bytes !== undefined) seen.push(bytes);
  };
  const timer = setInterval(() => void look().catch(() => {}), WATCH_INTERVAL_MS);
  return async () => {
    clearInterval(timer);
    return seen.length === 0 ? undefined : Math.max(...seen);
  };
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

/** How much longer the statements of the last quarter take than those of the first, by their medians. */
export function slowdown({ statementsMs }: Usage): number {
  const quarter = Math.floor(statementsMs.length / 4);
  return median(statementsMs.slice(-quarter)) / median(statementsMs.slice(0, quarter));
}

const MB = 1024 * 1024;

/** The figures of a run, a line each. */
export function figuresOf(
  { wanted, usage, seconds, backendBytes: bytes }: LargeRecoveryResult,
  events: number,
): string[] {
  const { statementsMs, heapBytes } = usage;
  const whole = (value: number): string => Math.round(value).toLocaleString('en');
  return [
    `${whole(events)} events, ${whole(wanted)} deliveries in ${whole(seconds)} s`,
    `${whole(events / seconds)} events/s, ${whole(wanted / seconds)} deliveries/s`,
    `statements: median ${median(statementsMs).toFixed(1)} ms, longest ${whole(Math.max(...statementsMs))} ms, last quarter ${slowdown(usage).toFixed(2)} × the first`,
    `heap of the process: at most ${whole(Math.max(...heapBytes) / MB)} MB`,
    `largest PostgreSQL process: ${bytes === undefined ? 'unknown' : `${whole(bytes / MB)} MB`} of its own`,
  ];
}
