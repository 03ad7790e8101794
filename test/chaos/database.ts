import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/db/embedded/embedded-postgres.ts';
import { isPostmaster, readPidFile } from '../../server/db/embedded/postmaster.ts';
import { migrate } from '../../server/db/migrate.ts';
import { query, withClient } from './query.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Short beside the second or so that a start takes. */
const LOOK_EVERY_MS = 20;
/** A killed server's start replays some seconds of its log; PostgreSQL's own patience is as long. */
const BACK_WITHIN_MS = 60_000;
/** Those of the processes under test that are at work, before those that rest. */
const BACKENDS = `SELECT pid FROM pg_stat_activity
  WHERE application_name LIKE 'chaos %' ORDER BY state = 'active' DESC, pid LIMIT 5`;

/** Where the processes of a run keep what they know. */
export interface ChaosDatabase {
  /** Straight to the server, past the proxies. The port is a new one after each start. */
  readonly url: string;
  /** Undefined while the server is being started. */
  readonly port: number | undefined;
}

/** A PostgreSQL of the run's own, which can be killed. */
export class KillableDatabase implements ChaosDatabase {
  readonly #dataDir: string;
  #server: EmbeddedPostgres;
  #up = true;

  private constructor(dataDir: string, server: EmbeddedPostgres) {
    this.#dataDir = dataDir;
    this.#server = server;
  }

  static async start(): Promise<KillableDatabase> {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'tradepost-chaos-'));
    // A root's server runs as another user, who has to get there; else its data goes to /var/lib.
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

  /** kill -9 of the whole server, which is then started again. */
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

  /** kill -9 of one connection's process, at which PostgreSQL ends all others and recovers. False when there was none. */
  killBackend(random: SeededRandom): Promise<boolean> {
    return withClient(this.url, async (client) => {
      const { rows } = await client.query<{ pid: number }>(BACKENDS);
      const backend = rows.length > 0 ? random.pick(rows) : undefined;
      // Not once(): it would throw the error that comes before.
      const ended = new Promise((resolve) => client.once('end', resolve));
      if (backend === undefined || !isKilled(backend.pid)) return false;
      await ended;
      await this.#answers();
      return true;
    });
  }

  async #answers(): Promise<void> {
    const giveUpAt = Date.now() + BACK_WITHIN_MS;
    for (;;)
      try {
        return void (await query(this.url, 'SELECT 1'));
      } catch (error) {
        if (Date.now() > giveUpAt) throw error;
        await wait(LOOK_EVERY_MS);
      }
  }

  async stop(): Promise<void> {
    await this.#server.stop();
    await rm(this.#dataDir, { recursive: true, force: true });
  }
}

/** False when it has just ended by itself. */
function isKilled(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}
