import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../server/db/embedded/embedded-postgres.ts';
import { isPostmaster, readPidFile } from '../../../server/db/embedded/postmaster.ts';
import { migrate } from '../../../server/db/migrate/migrate.ts';
import { query, withClient } from './query.ts';
import type { SeededRandom } from './seeded-random.ts';
import { waitUntil } from './wait-until.ts';

/** Short compared with the second or so that a start takes. */
const LOOK_EVERY_MS = 20;
/** After a kill, PostgreSQL replays some seconds of WAL at startup; pg_ctl's default time-out is 60 s too. */
const BACK_WITHIN_MS = 60_000;
/** PostgreSQL ends all connections some milliseconds after one was killed. */
const ENDED_WITHIN_MS = 15_000;
/** Backends of the processes under test, active ones first. */
const BACKENDS = `SELECT pid FROM pg_stat_activity
  WHERE application_name LIKE 'chaos %' ORDER BY state = 'active' DESC, pid LIMIT 5`;

/** The database of the processes under test. */
export interface ChaosDatabase {
  /** Connects directly, not through the proxies. The port changes with each start. */
  readonly url: string;
  /** Undefined while the server is being started. */
  readonly port: number | undefined;
  readonly isCluster?: boolean;
}

/** One that only this run uses. */
export interface Killable extends ChaosDatabase {
  /** Kills a server as a power failure does, and starts it again. */
  killServer(random: SeededRandom): Promise<void>;
  /** Kills one backend with SIGKILL: PostgreSQL then ends all others and recovers. Returns false if there was none. */
  killBackend(random: SeededRandom): Promise<boolean>;
}

/** One PostgreSQL server. */
export class KillableDatabase implements Killable {
  readonly isCluster = false;
  readonly #dataDir: string;
  #server: EmbeddedPostgres;
  #up = true;

  private constructor(dataDir: string, server: EmbeddedPostgres) {
    this.#dataDir = dataDir;
    this.#server = server;
  }

  static async start(): Promise<KillableDatabase> {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'tradepost-chaos-'));
    // Started by root, PostgreSQL runs as another user. If that user can't enter the folder, the data goes to /var/lib.
    await chmod(dataDir, 0o711);
    const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
    await migrate(server.url);
    return new KillableDatabase(dataDir, server);
  }

  get url(): string {
    return this.#server.url;
  }

  get port(): number | undefined {
    return this.#up ? Number(new URL(this.url).port) : undefined;
  }

  async killServer(): Promise<void> {
    const [row] = await query<{ cluster: string }>(
      this.url,
      `SELECT current_setting('data_directory') AS cluster`,
    );
    const { cluster } = row!;
    const { pid } = (await readPidFile(cluster))!;
    this.#up = false;
    process.kill(pid, 'SIGKILL');
    while (await isPostmaster(pid, cluster)) await wait(LOOK_EVERY_MS);
    await this.#server.stop();
    this.#server = await startEmbeddedPostgres({ dataDir: this.#dataDir, log: () => {} });
    this.#up = true;
  }

  killBackend(random: SeededRandom): Promise<boolean> {
    return killBackendOf(this.url, random);
  }

  async stop(): Promise<void> {
    await this.#server.stop();
    await rm(this.#dataDir, { recursive: true, force: true });
  }
}

/** On one server, or the coordinator of a cluster. */
export function killBackendOf(url: string, random: SeededRandom): Promise<boolean> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>(BACKENDS);
    const backend = rows.length > 0 ? random.pick(rows) : undefined;
    let ended = false;
    client.once('end', () => {
      ended = true;
    });
    if (backend === undefined || !isKilled(backend.pid)) return false;
    // A process that has exited by itself can be killed until PostgreSQL has looked after it, and then nobody ends.
    if (!(await waitUntil(() => ended, ENDED_WITHIN_MS))) return false;
    await untilItAnswers(url);
    return true;
  });
}

async function untilItAnswers(url: string): Promise<void> {
  const giveUpAt = Date.now() + BACK_WITHIN_MS;
  for (;;)
    try {
      return void (await query(url, 'SELECT 1'));
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
      await wait(LOOK_EVERY_MS);
    }
}

/** Returns false if the process has already exited. */
function isKilled(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}
