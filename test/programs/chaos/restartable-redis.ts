import { setTimeout as wait } from 'node:timers/promises';
import { type RedisServer, startRedis } from '../../support/redis-server.ts';
import type { Span } from './timeline.ts';

/** A Redis without persistence, which comes back empty, at the same port. */
export class RestartableRedis {
  readonly outages: Span[] = [];
  #server: RedisServer;

  private constructor(server: RedisServer) {
    this.#server = server;
  }

  static async start(): Promise<RestartableRedis> {
    return new RestartableRedis(await startRedis());
  }

  get url(): string {
    return this.#server.url;
  }

  async stopFor(ms: number): Promise<void> {
    const from = Date.now();
    await this.#server.stop();
    await wait(ms);
    this.#server = await startRedis(Number(new URL(this.url).port));
    this.outages.push({ from, until: Date.now() });
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }
}
