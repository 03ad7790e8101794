import pg from 'pg';
import { ANY_CORE } from '../cores.ts';
import type { Defer } from '../workload.ts';
import {
  type BenchEnvironment,
  createDatabase,
  openBenchContext,
  POOL_SIZE,
  tradepostEnv,
} from './bench-environment.ts';
import { urlsOf } from './endpoint-server.ts';
import { Endpoints } from './endpoints.ts';
import { type Job, jobOf, Poster } from './job.ts';
import { dataOf } from './load.ts';
import { type SenderProcess, startSender } from './sender-process.ts';

export interface Emitted {
  readonly eventId: string;
  /** Called after the commit. */
  readonly committed?: () => Promise<void>;
}

/** Commits events and has them sent in one of the ways to compare. */
export interface Committer {
  readonly name: string;
  /** Runs during a round; undefined if no separate process sends. */
  readonly sender?: SenderProcess;
  readonly client: pg.Client;
  /** Called within the transaction. */
  emit(n: number): Promise<Emitted>;
}

async function connect(defer: Defer, url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  defer(() => client.end());
  return client;
}

export async function tradepost(defer: Defer, environment: BenchEnvironment): Promise<Committer> {
  const { url } = environment.database;
  const context = openBenchContext(defer, url);
  const [endpoint] = await new Endpoints(context).of(urlsOf(environment.endpointServer, 1));
  const { tenantId, kind } = endpoint!;
  const client = await connect(defer, url);
  return {
    name: 'Tradepost',
    sender: await startSender(defer, 'Tradepost', 'tradepost', tradepostEnv(url), { core: ANY_CORE }),
    client,
    emit: async (n) => {
      const values = [tenantId, kind, dataOf(n)];
      const { rows } = await client.query('SELECT emit_event($1, $2, $3) AS id', values);
      return { eventId: rows[0].id };
    },
  };
}

/** Stores the event too, so that there is something to commit, and sends it from the committing process. */
export async function directPost(defer: Defer, environment: BenchEnvironment): Promise<Committer> {
  const client = await connect(defer, await createDatabase(environment, 'direct'));
  await client.query('CREATE TABLE events (event_id uuid PRIMARY KEY, body text NOT NULL)');
  const poster = new Poster();
  const [url] = urlsOf(environment.endpointServer, 1);
  return {
    name: 'direct POST',
    client,
    emit: async (n) => {
      const job = jobOf(n, url!);
      await client.query('INSERT INTO events VALUES ($1, $2)', [job.eventId, job.body]);
      return { eventId: job.eventId, committed: () => poster.post(job) };
    },
  };
}

export async function graphileWorker(defer: Defer, environment: BenchEnvironment): Promise<Committer> {
  const databaseUrl = await createDatabase(environment, 'graphile_latency');
  const env = { DATABASE_URL: databaseUrl, DATABASE_POOL_SIZE: POOL_SIZE, ONE_BY_ONE: 'yes' };
  const sender = await startSender(defer, 'graphile-worker', 'graphile-worker', env, { core: ANY_CORE });
  const client = await connect(defer, databaseUrl);
  const [url] = urlsOf(environment.endpointServer, 1);
  return {
    name: 'graphile-worker',
    sender,
    client,
    emit: async (n) => {
      const job: Job = jobOf(n, url!);
      await client.query("SELECT FROM graphile_worker.add_job('deliver', $1::json)", [JSON.stringify(job)]);
      return { eventId: job.eventId };
    },
  };
}
