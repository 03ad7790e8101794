import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PgClient } from '../wire/pg-client.ts';
import { isPostmaster } from './postmaster.ts';
import { connect, ensureDatabase, type Server } from './server-connection.ts';

/** pg_stat_activity shows it for every service that needs the server, followed by its pid and a random part. */
const LOCK_NAME = 'tradepost service';
const OTHER_HOLDERS = `
  SELECT FROM pg_stat_activity
  WHERE application_name LIKE '${LOCK_NAME} %' AND application_name <> $1`;
const RECONNECT_INTERVAL_MS = 200;

/**
 * A service's shared lock on the server: an idle connection. PostgreSQL counts the holders, and drops one when its process
 * ends, even by kill -9. When the server goes, the connection ends, so the service learns of it immediately.
 */
export class ServerLock {
  readonly server: Server;
  readonly #name = `${LOCK_NAME} ${process.pid} ${randomUUID().slice(0, 8)}`;
  readonly #listeners: ((reason: string) => void)[] = [];
  #client: PgClient | undefined;
  #ended: string | undefined;
  #released = false;

  private constructor(server: Server) {
    this.server = server;
  }

  static async acquire(server: Server): Promise<ServerLock> {
    const lock = new ServerLock(server);
    try {
      await ensureDatabase(await lock.#connect());
      return lock;
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /** The listener is called once, immediately if the server has already ended, and never after release(). */
  onServerEnd(listener: (reason: string) => void): void {
    if (this.#ended === undefined) this.#listeners.push(listener);
    else listener(this.#ended);
  }

  /** Whether no other service holds a lock. Nobody holds one on a server that doesn't respond. */
  async isLastHolder(): Promise<boolean> {
    try {
      const client = this.#client ?? (await this.#connect());
      client.ref();
      return (await client.query(OTHER_HOLDERS, [this.#name])).rowCount === 0;
    } catch {
      return true;
    }
  }

  async release(): Promise<void> {
    this.#released = true;
    this.#client?.ref();
    await this.#client?.close();
  }

  /** Without unref() a process that forgets to stop the server would never end. */
  async #connect(): Promise<PgClient> {
    const client = await connect(this.server, this.#name);
    if (this.#released || this.#client) {
      await client.close(); // isLastHolder() and #recover() may both have connected
      return this.#client ?? client;
    }
    this.#client = client;
    client.once('end', () => void this.#recover());
    client.unref();
    return client;
  }

  /** Losing the connection doesn't mean losing the server: an operator or the crash of one backend ends connections too. */
  async #recover(): Promise<void> {
    this.#client = undefined;
    while (!this.#released) {
      if (!(await isPostmaster(this.server.pid, this.server.cluster))) return this.#notifyEnd();
      const again = await this.#connect().then(
        () => true,
        () => false,
      );
      if (again) return;
      await sleep(RECONNECT_INTERVAL_MS, undefined, { ref: false });
    }
  }

  #notifyEnd(): void {
    this.#ended = `the embedded PostgreSQL (process ${this.server.pid}) has ended`;
    for (const listener of this.#listeners.splice(0)) listener(this.#ended);
  }
}
